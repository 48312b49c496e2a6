// expect: unsafe use-after-free
// engines: naive auto stateful dpor
// Who announces a pointer and does not read it again may be too late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct pair {
  int a, b;
};
static _Atomic(struct pair *) current, hazard;
static void *reader(void *arg) {
  struct pair *seen, *p = atomic_load(&current);
  do {
    seen = p;
    atomic_store(&hazard, seen);
    p = atomic_load(&current);
  } while (0);
  p = seen;
  assert(p->a == p->b);
  atomic_store(&hazard, 0);
  return arg;
}
static struct pair *make(int n) {
  struct pair *p = malloc(sizeof *p);
  p->a = p->b = n;
  return p;
}
int main(void) {
  pthread_t t;
  atomic_store(&current, make(0));
  pthread_create(&t, 0, reader, 0);
  for (int k = 1; k < 3; k++) {
    struct pair *old = atomic_exchange(&current, make(k));
    while (atomic_load(&hazard) == old) {}
    free(old);
  }
  pthread_join(t, 0);
  free(atomic_load(&current));
  return 0;
}
