// expect: unsafe read-only
// property: valid-memsafety
// A constant member is written through a pointer that is kept in a variable.
struct B {
  const int k;
  int w;
};
int main() {
  struct B d = {3, 4};
  struct B *b = &d;
  *(int *)&b->k = 4;
  return d.k;
}
