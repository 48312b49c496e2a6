// expect: unsafe use-after-free
// property: valid-deref
// engines: naive stateful stateless dpor auto
// The variable belongs to a thread, only main accesses it, and its address is taken back before it ends: between the two accesses
// of main the thread can go on.
#include <pthread.h>

static int *_Atomic where;

static void *lend(void *arg) {
  {
    int x = 1;
    where = &x;
    where = 0;
  }
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, lend, 0);
  int *p = where, r = 0;
  if (p) r = *p;
  pthread_join(id, 0);
  return r;
}
