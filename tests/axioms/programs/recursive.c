// sc: safe
// rc11: safe
// weak-rc11: unsafe data race
// property: assert,no-data-race
// A recursive mutex asks whether the thread has it itself; WEAK: it is given back once too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock;
static int data;

static void *user(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
#ifdef WEAK
  pthread_mutex_unlock(&lock);
  data = data + 1;
#else
  data = data + 1;
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  assert(data == 2);
}
