// expect: unsafe uninitialised
// property: uninitialised
// The only member, which nobody has set, is returned.
struct one {
  int a;
};
static int get(struct one *p) { return p->a; }
int main(void) {
  struct one p;
  return get(&p) == 1;
}
