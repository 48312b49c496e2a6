// sc: safe
// rc11: safe
// weak-rc11: unsafe
// property: valid-memsafety,no-data-race
// Counted references: to take one may be relaxed, to give one back must release and, the last time, acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define BACK memory_order_relaxed
#else
#define BACK memory_order_acq_rel
#endif

struct object {
  atomic_int users;
  int value;
};

static void give_back(struct object *o) {
  if (atomic_fetch_sub_explicit(&o->users, 1, BACK) == 1) free(o);
}

static void *user(void *o) {
  int v = ((struct object *)o)->value;
  give_back(o);
  return v ? o : NULL;
}

int main(void) {
  struct object *o = malloc(sizeof *o);
  if (!o) return 0;
  atomic_init(&o->users, 1);
  o->value = 0;
  pthread_t t;
  atomic_fetch_add_explicit(&o->users, 1, memory_order_relaxed);
  pthread_create(&t, NULL, user, o);
  give_back(o);
  pthread_join(t, NULL);
}
