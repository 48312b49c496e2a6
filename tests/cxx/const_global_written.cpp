// expect: unsafe read-only
// property: valid-memsafety
// message: a constant is written
// A constant that is initialised before main by what is computed then.
static int draw() {
  static int n;
  return ++n;
}
struct limits {
  int low, high;
  limits(int a, int b) : low(a), high(b) {}
};
const limits bounds(draw(), draw());

int main() {
  const int *low = &bounds.low;
  *const_cast<int *>(low) = 5;
  return bounds.high;
}
