// expect: safe
// property: assert,uninitialised,null
// engines: stateful dpor auto
// Functions that end without a value, through a pointer of another type too, and threads whose result is passed on unseen.
#include <assert.h>
#include <pthread.h>

static int g;
static int some(int c) { if (c) return 3; }
static int *where(int c) { if (c) return &g; }
static void *none(void *arg) { g = 1; }
static void nothing(void *arg) { g = 2; }

int main(void) {
  pthread_t a, b;
  void *r, *s;
  some(0);
  where(0);
  assert(some(1) == 3);
  *where(1) = 0;
  pthread_create(&a, 0, none, 0);
  pthread_join(a, &r);
  pthread_create(&b, 0, (void *(*)(void *))nothing, 0);
  pthread_join(b, &s);
  assert(g == 2);
  return 0;
}
