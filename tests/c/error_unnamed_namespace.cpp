// expect: unsafe unreach-call
// property: unreach-call
namespace {
void reach_error(int) {}
}
int main() {
  void (*volatile f)(int) = reach_error;
  f(1);
}
