// expect: unsafe unreach-call
// engines: auto naive stateful stateless hunt dpor cegar
// The region waits inside for the end of a thread that touches nothing of the others'.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stage;
static void *works(void *unused) {
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
  pthread_create(&t, NULL, works, NULL);
  pthread_create(&u, NULL, looks, NULL);
  __VERIFIER_atomic_begin();
  stage = 1;
  pthread_join(t, NULL);
  stage = 2;
  __VERIFIER_atomic_end();
  return 0;
}
