// expect: safe
// property: unreach-call
// options: --memory-model=rc11
// engines: graph
// Two sizes of one place, never in one execution.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
union { _Atomic int whole; _Atomic short half; } u;
_Atomic int flag;
void *thread(void *arg) { atomic_store(&flag, 1); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  if (atomic_load(&flag)) atomic_store(&u.whole, 1);
  else atomic_store(&u.half, 1);
  pthread_join(t, 0);
  return 0;
}
