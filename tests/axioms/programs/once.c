// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe
// property: assert,no-data-race
// Who comes too late for pthread_once finds what was done there; a relaxed flag does not tell.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int done;
static int data;

static void prepare(void) {
  data = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
}

static void *other(void *unused) {
#ifdef WEAK
  if (!atomic_load_explicit(&done, memory_order_relaxed))
#endif
  pthread_once(&once, prepare);
  int seen = data;
  assert(seen == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  other(NULL);
  pthread_join(t, NULL);
}
