// expect: unsafe unreach-call
// engines: auto naive stateful hunt dpor
// The join lies in a function that is called inside of a region that another function has begun.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stage, quiet;
static void *works(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}
static void *looks(void *unused) {
  if (stage == 1) reach_error();
  return NULL;
}
static void begin(int depth) {
  __VERIFIER_atomic_begin();
  if (depth) begin(depth - 1);
}
static void finish(pthread_t t) {
  __VERIFIER_atomic_end();
  pthread_join(t, NULL);
}
int main(void) {
  pthread_t t, u;
  void (*last)(pthread_t) = finish;
  pthread_create(&t, NULL, works, NULL);
  pthread_create(&u, NULL, looks, NULL);
  begin(1);
  stage = 1;
  last(t);
  stage = 2;
  __VERIFIER_atomic_end();
  return quiet;
}
