// expect: unsafe read-only
// property: valid-memsafety
// An element of an array of constants is written through a pointer that is only another name.
int main(void) {
  const int k[3] = {1, 2, 3};
  int *p = (int *)k;
  p[1] = 2;
  return 0;
}
