// expect: unsafe use-after-free
// options: --visible=guarded
// engines: naive stateful dpor auto
// All accesses to `x` and `shared` hold the mutex, but the end of the frame of `x` does not wait for it: it ends between `lock` and `*shared = 1`
// of the user, where trylock of the owner fails. An access to what ends with a frame begins a step.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static void *owner(void *arg) {
  int x = 0;
  pthread_mutex_lock(&m);
  shared = &x;
  pthread_mutex_unlock(&m);
  if (pthread_mutex_trylock(&m) == 0) {
    shared = 0;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
static void *user(void *arg) {
  pthread_mutex_lock(&m);
  if (shared) *shared = 1;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
