// expect: unsafe
// property: unreach-call
// engines: naive stateful dpor hunt
// What a process will read much later conflicts with a write now: a search that runs the writer first misses the run.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
void *writer(void *p) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  y = 1;
  if (x == 0) reach_error();
  return 0;
}
