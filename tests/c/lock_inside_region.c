// expect: unsafe unreach-call
// engines: auto naive stateful dpor cegar
// The region waits inside for the mutex, and the others see what it has done so far. To run the holder to its unlock first loses that.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stage;
static void *holds(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}
static void *looks(void *unused) {
  if (stage == 1) reach_error();
  return NULL;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, holds, NULL);
  pthread_create(&u, NULL, looks, NULL);
  __VERIFIER_atomic_begin();
  stage = 1;
  pthread_mutex_lock(&m);
  stage = 2;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
  return 0;
}
