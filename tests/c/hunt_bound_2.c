// expect: safe bounded
// property: unreach-call
// options: --preemptions=2
// engines: hunt
// main has to be interrupted twice between its writes, and the other one once between its reads: three are needed.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
void *reader(void *p) {
  int early = x, late = x;
  if (early == 1 && late == 2 && y == 0) reach_error();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  x = 1;
  x = 2;
  y = 1;
  pthread_join(t, 0);
  return 0;
}
