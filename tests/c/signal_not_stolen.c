// expect: safe
// property: deadlock
// The second waiter comes after the signal, so it cannot take it from the first; it is woken by the second signal.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, late;
static void *first(void *unused) {
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return NULL;
}
static void *second(void *unused) {
  pthread_mutex_lock(&m);
  late = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return NULL;
}
static int read_flag(int *flag) {
  pthread_mutex_lock(&m);
  int value = *flag;
  pthread_mutex_unlock(&m);
  return value;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  if (!read_flag(&waits)) _Exit(0);
  pthread_cond_signal(&c);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  if (!read_flag(&late)) _Exit(0);
  pthread_cond_signal(&c);
  pthread_join(b, NULL);
  return 0;
}
