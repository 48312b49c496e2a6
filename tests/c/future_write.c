// expect: unsafe
// property: unreach-call
// engines: naive stateful dpor hunt cegar
// What another process will write much later conflicts with a read now: the other one has to be run, too.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
void *reader(void *p) {
  if (x == 1) reach_error();
  return 0;
}
void *writer(void *p) {
  y = 1;
  if (y == 1) x = 1;
  return 0;
}
void *other(void *p) {
  y = 2;
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  pthread_create(&t[2], 0, other, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
