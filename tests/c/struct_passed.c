// expect: safe bounded
// property: uninitialised,assert
// A struct in registers brings its padding along, and members that nobody has set: no use of a value.
#include <assert.h>
struct padded {
  char a;
  int b;
};
struct triple {
  float x, y, z;
};
struct bytes {
  char b[3];
};
static struct padded make(void) {
  struct padded r;
  r.a = 1;
  r.b = 2;
  return r;
}
static int sum(struct padded p) { return p.a + p.b; }
static struct triple one(void) {
  struct triple r;
  r.x = 1;
  return r;
}
static struct bytes first(void) {
  struct bytes r;
  r.b[0] = 1;
  return r;
}
int main(void) {
  struct padded p = make();
  assert(sum(p) == 3);
  assert(one().x == 1 && first().b[0] == 1);
  return 0;
}
