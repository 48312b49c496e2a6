// expect: unsafe read-only
// property: valid-memsafety
union number {
  const int a;
  const float b;
};
int main(void) {
  union number u = {1};
  *(int *)&u.a = 7;
  return 0;
}
