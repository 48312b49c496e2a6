// expect: safe
// property: pthread-misuse,deadlock,no-data-race
// engines: auto naive dpor
// Robust mutexes give their errors: none of this is misuse.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int shared;

static void *dies(void *unused) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD) pthread_mutex_consistent(&m);
  shared++;
  return unused;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t t[2];
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, dies, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
