// expect: safe
// property: valid-memsafety
// engines: naive stateful dpor direct auto
// Every write names its object, and a constant is only read.
static const int step = 2;
static int sum;

int main(void) {
  for (int i = 0; i < 3; i++) sum += step;
  return sum;
}
