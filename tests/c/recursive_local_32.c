// expect: safe
// property: assert,deadlock
// Variables that are mostly zero are initialised by stores, and the constants of 32-bit programs have types without names.
// flags: -m32
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
struct account {
  int balance;
  pthread_mutex_t locks[2];
};
int main(void) {
  pthread_mutex_t strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  struct account a = {1, {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP}};
  assert(pthread_mutex_unlock(&strict) == EPERM);
  pthread_mutex_lock(&strict);
  assert(pthread_mutex_lock(&strict) == EDEADLK);
  pthread_mutex_lock(&a.locks[1]);
  pthread_mutex_lock(&a.locks[1]);
  assert(pthread_mutex_trylock(&a.locks[0]) == 0);
  assert(pthread_mutex_trylock(&a.locks[0]) == EBUSY);
  return 0;
}
