// expect: unknown
// property: valid-deref
// engines: direct values
// A write that names a constant is inside of its object, and still no harmless one.
static const int step = 2;

int main(void) {
  *(int *)&step = 3;
  return step;
}
