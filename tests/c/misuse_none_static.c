// expect: safe
// property: pthread-misuse,assert
// All that initialises a mutex without a call.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t zero, plain = PTHREAD_MUTEX_INITIALIZER, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                             checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void both(pthread_mutex_t *m) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
}

int main(void) {
  pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER, *heap = calloc(1, sizeof *heap), filled;
  memset(&filled, 0, sizeof filled);
  both(&zero);
  both(&plain);
  both(&local);
  both(heap);
  both(&filled);
  pthread_mutex_lock(&recursive);
  both(&recursive);
  pthread_mutex_unlock(&recursive);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  pthread_mutex_lock(&checking);
  assert(pthread_mutex_lock(&checking) == EDEADLK);
  pthread_mutex_unlock(&checking);
  assert(pthread_mutex_unlock(&checking) == EPERM);
  pthread_mutex_destroy(&zero);
  pthread_mutex_init(&zero, 0);
  both(&zero);
  free(heap);
  return 0;
}
