// expect: unknown
// property: null
// No way comes to the declaration: clang does not say where the variable's block ends, which the second visit would have to know.
int main(void) {
  int rounds = 0, *p = 0;
again : {
  if (p) return *p;
  goto in;
  int x;
in:
  x = 1;
  p = &x;
  rounds++;
}
  if (rounds < 2) goto again;
  return 0;
}
