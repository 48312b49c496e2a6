// expect: safe
// property: valid-memsafety
struct s {
  int a, b;
};
struct t {
  struct s in;
  const char *name;
  int n[3];
};
static int sum(const struct s *p) { return p->a + p->b; }
static int f(void) { return 4; }
static struct t make(int x) { return (struct t){{x, 1}, "a", {1, 2, 3}}; }
int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) total += sum(&(const struct s){i, f()});
  const char **texts = (const char *[]){"a;)", "b"};
  texts[0] = "c";
  int *const *q = (int *const[]){&total, 0};
  *q[0] += 1;
  struct s *p = &(struct s){1, 2};
  p->a = 3;
  const struct t *t = &(const struct t){.in = {f(), 2}, .n = {f()}};
  struct t u = *t;
  u.n[0] = 5;
  const struct t *v = &(const struct t){.in = (struct s){1, 2}, .name = "x"};
  int *w = (int[]){f() ? 1 : 2, (const int){3}};
  w[1] = 4;
  const int *n = &(const int){f() + (f() * 2)};
  unsigned char *big = (unsigned char[200]){1};
  big[100] = 2;
  u = make(3);
  u.in.a = v->in.a;
again:
  if (total++ < 20) {
    total += *&(const int){total};
    goto again;
  }
  return (w[0] + *n + t->n[0]) * 0;
}
