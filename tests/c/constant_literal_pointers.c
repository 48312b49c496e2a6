// expect: unsafe read-only
// property: valid-memsafety
int x, y;
int main(void) {
  int *const *p = (int *const[]){&x, &y};
  ((int **)p)[1] = &x;
  return *p[1];
}
