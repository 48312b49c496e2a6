// expect: unsafe read-only
// property: valid-memsafety
struct flags {
  const unsigned a : 3;
  const unsigned b : 5;
  unsigned c;
};
struct plain {
  unsigned a : 3;
  unsigned b : 5;
  unsigned c;
};
static struct flags s = {1, 2, 3};
static void set(void *p) { ((struct plain *)p)->b = 7; }
int main(void) {
  set(&s);
  return 0;
}
