// expect: unknown
// property: unreach-call
// options: --memory-model=rc11
// engines: graph
// Two sizes of one place in one execution are not followed.
#include <pthread.h>
#include <stdatomic.h>
union {
  _Atomic int whole;
  _Atomic short half;
} u;
void *thread(void *arg) {
  atomic_store(&u.half, 1);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  atomic_store(&u.whole, 1);
  pthread_join(t, 0);
  return 0;
}
