// expect: unsafe assert
// engines: auto naive stateful dpor
// A thread that ends inside of an atomic region: others see what it wrote there.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;
void *exits(void *unused) {
  __VERIFIER_atomic_begin();
  x = 5;
  pthread_exit(0);
}
void *returns(void *unused) {
  __VERIFIER_atomic_begin();
  y = 5;
  return 0;
}
void *reader(void *unused) {
  assert(x + y < 10);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, exits, 0);
  pthread_create(&id, 0, returns, 0);
  pthread_create(&id, 0, reader, 0);
  return 0;
}
