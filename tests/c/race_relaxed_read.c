// expect: unsafe
// property: no-data-race
// engines: dpor
// A relaxed read acquires nothing, although what it reads was released.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
void *writes(void *p) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  int seen = 0;
  if (atomic_load_explicit(&flag, memory_order_relaxed)) seen = data;
  pthread_join(t, 0);
  return seen > 1;
}
