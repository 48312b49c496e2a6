// expect: unsafe
// property: unreach-call
// engines: naive stateful dpor hunt
// Who waits for the end of another process and then reads conflicts with a write now: the other one has to be run, too.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
void *writer(void *p) {
  x = 1;
  return 0;
}
void *other(void *p) {
  y = 1;
  y = 2;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(u, 0);
  if (x == 0) reach_error();
  return 0;
}
