// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe
// property: assert,no-data-race
// As condition.c, and the thread may wake for no reason: a message under a mutex, waited for by a condition variable; WEAK: part of it comes when the mutex is free again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void *other(void *unused) {
  pthread_mutex_lock(&m);
#ifndef WEAK
  data = 42;
#endif
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
#ifdef WEAK
  data = 42;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  int seen = data;
  assert(seen == 42);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}
