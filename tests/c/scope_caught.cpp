// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateful dpor auto
// The exception leaves the block of the variable that it tells about.
int main() {
  int sum = 0;
  try {
    int x = 3;
    throw &x;
  } catch (int *p) {
    sum = *p;
  }
  return sum;
}
