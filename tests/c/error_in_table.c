// expect: unsafe unreach-call
// property: unreach-call
// In a table, by another type.
struct operations {
  void (*open)(int);
  int (*close)(int, const char *);
};
static void reach_error(void) {}
static const struct operations table = {0, (int (*)(int, const char *))reach_error};
int main(void) {
  const struct operations *p = &table;
  return p->close(3, "x");
}
