// expect: safe
// engines: naive stateful stateless dpor hunt auto
// executions: 1
// A loop that waits for a flag: its failed rounds are no runs of their own.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int ready, seen;
static int data;

static void *writer(void *arg) {
  data = 42;
  atomic_store(&ready, 1);
  while (1) {
    if (atomic_load(&seen) == 42) break;
    sched_yield();
  }
  return arg;
}

int main(void) {
  pthread_t id;
  int now;
  pthread_create(&id, 0, writer, 0);
  do {
    now = atomic_load(&ready);
  } while (now != 1);
  assert(data == 42);
  atomic_store(&seen, data);
  pthread_join(id, 0);
  return 0;
}
