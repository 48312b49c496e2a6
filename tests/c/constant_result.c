// expect: safe
// property: valid-memsafety,assert
// A variable that is returned may stand where the result does: it outlives its block, and the result of another return is written there.
#include <assert.h>

union U {
  signed char c;
  int i;
};
struct L {
  long a;
  int b;
};
struct M {
  const unsigned a;
  unsigned char b;
} __attribute__((packed));
static struct M m = {9, 255};

static union U constant(void) {
  const union U l = {-6};
  return l;
}

static union U inner(int x) {
  if (x) {
    union U l = {0};
    l.i = 77;
    return l;
  }
  union U z = {1};
  return z;
}

static struct L looped(int x) {
  for (int i = 0; i < 3; i++) {
    const struct L s = {i, x};
    if (i == x) return s;
  }
  struct L z = {0};
  return z;
}

static struct M global(int rounds) {
  for (int i = 0; i < rounds; i++) {
    struct M l = {1, 2};
    if (i == 2) return l;
  }
  return m;
}

int main(void) {
  assert(constant().c == -6);
  assert(inner(1).i == 77 && inner(0).c == 1);
  assert(looped(2).a == 2 && looped(5).a == 0);
  assert(global(2).a == 9 && global(3).b == 2);
  return 0;
}
