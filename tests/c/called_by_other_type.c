// expect: unknown
// engines: auto naive stateful cegar
// Undefined (C17 6.5.2.2, 9): nothing is known of what the function gets.
struct table {
  int (*go)(float);
};
static int f(int x) { return x == 3; }
static const struct table t = {(int (*)(float))f};
int main(void) {
  const struct table *p = &t;
  return p->go(3.0f);
}
