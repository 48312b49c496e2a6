// expect: safe
// engines: naive stateful dpor
// An address that is moved atomically.
#include <assert.h>
#include <pthread.h>
static int cells[4];
static int *next = cells;

static void *take(void *arg) {
  int *mine = __atomic_fetch_add(&next, sizeof(int), __ATOMIC_SEQ_CST);
  *mine = 1;
  return arg;
}

int main(void) {
  pthread_t id[2];
  for (int k = 0; k < 2; k++) pthread_create(&id[k], 0, take, 0);
  for (int k = 0; k < 2; k++) pthread_join(id[k], 0);
  assert(cells[0] == 1 && cells[1] == 1 && next == cells + 2);
  __atomic_fetch_sub(&next, sizeof(int), __ATOMIC_SEQ_CST);
  assert(next == &cells[1]);
  return 0;
}
