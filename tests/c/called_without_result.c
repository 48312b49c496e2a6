// expect: unknown
// engines: auto naive stateful cegar
extern void reach_error(void);
struct table {
  int (*go)(int);
};
static void f(int x) {}
static const struct table t = {(int (*)(int))f};
int main(void) {
  const struct table *p = &t;
  if (p->go(3) == 4) reach_error();
  return 0;
}
