// sc: safe
// tso: unsafe no interleaving
// weak-tso: safe
// Copies as accesses of store buffers: each finds the other's old value; WEAK: a fence stands between. (rc11: a race.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int x[2], y[2], new_x[2] = {1, 1}, new_y[2] = {1, 1};
static int first, second;

static void fence(void) {
#ifdef WEAK
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void *other(void *unused) {
  int seen[2];
  memcpy(y, new_y, sizeof y);
  fence();
  memcpy(seen, x, sizeof seen);
  second = seen[0];
  return unused;
}

int main(void) {
  pthread_t t;
  int seen[2];
  pthread_create(&t, NULL, other, NULL);
  memcpy(x, new_x, sizeof x);
  fence();
  memcpy(seen, y, sizeof seen);
  first = seen[0];
  pthread_join(t, NULL);
  assert(first || second);
}
