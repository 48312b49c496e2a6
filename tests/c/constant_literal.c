// expect: unsafe read-only
// property: valid-memsafety
int f(void) { return 1; }
int main(void) {
  const int *p = &(const int){f() ? 3 : 4};
  *(int *)p = 5;
  return *p;
}
