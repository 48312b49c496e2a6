// expect: unknown
// engines: values cegar modular
// As thread_local_after_end.c, for the engines that only prove: the variable has ended with its thread.
#include <assert.h>
#include <pthread.h>
_Thread_local int own = 3;
int *kept;
void *thread(void *unused) {
  kept = &own;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread, 0);
  pthread_join(id, 0);
  int *p = kept;
  if (p) assert(*p == 3);
  return 0;
}
