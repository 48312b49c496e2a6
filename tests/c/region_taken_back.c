// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive stateful stateless dpor
// The region of t0 ends the program, so no run shows its step; main goes on in the steps of a process that is not alone.
#include <pthread.h>
extern void reach_error(void), abort(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
unsigned char x, y, z;
void *t0(void *p) {
  __VERIFIER_atomic_begin();
  x = 0;
  if (!(x < y)) abort();
  __VERIFIER_atomic_end();
  return p;
}
void *t1(void *p) {
  z = z + 0;
  y = 0;
  return p;
}
int main(void) {
  pthread_t id[2];
  pthread_create(&id[0], 0, t0, 0);
  pthread_create(&id[1], 0, t1, 0);
  pthread_join(id[1], 0);
  if (z <= y) reach_error();
  return 0;
}
