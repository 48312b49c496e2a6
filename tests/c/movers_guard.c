// expect: unknown
// property: unreach-call
// options: --engine=cegar --domain=whole
// A step does not move before another one that it would keep from being made.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, seen;
void *writer(void *p) {
  x = 1;
  return 0;
}
void *reader(void *p) {
  __VERIFIER_atomic_begin();
  if (!x) seen = 1;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  if (seen) reach_error();
  return 0;
}
