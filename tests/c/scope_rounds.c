// expect: unsafe use-after-free
// property: null,bounds
// engines: naive stateful dpor auto
// The variable of the round before is another object.
int main(void) {
  int *last = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (last) sum += *last;
    last = &x;
  }
  return sum;
}
