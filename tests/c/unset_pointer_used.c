// expect: unsafe uninitialised
// property: uninitialised,null
// outcomes: uninitialised unsafe, null unknown
// engines: dpor stateful
// Only the second round finds the pointer unset.
static int g;

int main(void) {
  for (int i = 0; i < 2; i++) {
    int *p;
    if (i == 0) p = &g;
    *p = i;
  }
  return 0;
}
