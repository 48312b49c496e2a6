// expect: unsafe
// property: unreach-call
// options: --engine=cegar --cycles=full
// --cycles=full: where a process jumps back nobody is left out.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
void *endless(void *p) {
  for (;;) x = !x;
  return 0;
}
void *other(void *p) {
  y = 1;
  if (y) reach_error();
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, endless, 0);
  pthread_create(&t[1], 0, other, 0);
  pthread_join(t[1], 0);
  return 0;
}
