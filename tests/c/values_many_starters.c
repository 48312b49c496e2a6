// expect: unsafe assert
// engines: auto naive stateful dpor
// A thread starts one that starts the first one again: there are several of both, so `x` belongs to nobody.
#include <assert.h>
#include <pthread.h>
int x, n;
void *starter(void *unused);
void *worker(void *unused) {
  pthread_t id;
  x = 0;
  x = 1;
  if (__sync_fetch_and_add(&n, 1) < 1) pthread_create(&id, 0, starter, 0);
  assert(x == 1);
  return 0;
}
void *starter(void *unused) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, starter, 0);
  return 0;
}
