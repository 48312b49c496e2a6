// expect: unknown
// engines: auto naive stateful cegar
// Variable arguments are not those that f takes.
extern void reach_error(void);
struct table {
  int (*go)(int, ...);
};
static int f(int x, long y) { return y == 3; }
static const struct table t = {(int (*)(int, ...))f};
int main(void) {
  const struct table *p = &t;
  if (p->go(3, 3L) != 1) reach_error();
  return 0;
}
