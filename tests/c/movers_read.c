// expect: unknown
// property: unreach-call
// options: --engine=cegar --domain=whole
// A write does not move before a read of the same place: what is unsafe is not proved.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, seen;
void *writer(void *p) {
  x = 1;
  return 0;
}
void *reader(void *p) {
  seen = x;
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (!seen) reach_error();
  return 0;
}
