// expect: unsafe read-only
// property: valid-memsafety
struct s {
  int a, b;
};
int f(void) { return 4; }
int main(void) {
  const struct s *p = &(const struct s){1, f()};
  ((struct s *)p)->b = 6;
  return p->b;
}
