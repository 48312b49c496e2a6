// expect: unsafe read-only
// property: valid-memsafety
namespace {
struct R {
  int a;
  R(int x) : a(x) {}
};
}  // namespace
int main() {
  const R r(3);
  const_cast<R &>(r).a = 4;
  return 0;
}
