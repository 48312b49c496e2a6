// expect: safe
// options: --property=assert,no-data-race,deadlock,valid-memsafety
// One thread hands a value of any size over to another, through a condition variable that is waited for in a loop.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static bool full;
static int slot;

static void *sender(void *value) {
  pthread_mutex_lock(&lock);
  slot = *(int *)value;
  full = true;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t;
  int sent = __VERIFIER_nondet_int();
  pthread_create(&t, NULL, sender, &sent);
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&arrived, &lock);
  assert(slot == sent);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
