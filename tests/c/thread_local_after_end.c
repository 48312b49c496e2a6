// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateful stateless dpor hunt auto
// A thread-local variable dies with its thread: what another one keeps of its address is no longer valid.
#include <pthread.h>
_Thread_local volatile int tl;
volatile int *volatile pt;
volatile int g1;
void *thread0(void *arg) { pt = &tl; if (pt) g1 = *pt; return 0; }
int main(void) {
  pthread_t id[2];
  pthread_create(&id[0], 0, thread0, 0);
  pthread_create(&id[1], 0, thread0, 0);
  pthread_join(id[0], 0);
  pthread_join(id[1], 0);
  return 0;
}
