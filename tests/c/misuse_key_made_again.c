// expect: safe
// property: pthread-misuse
// It is deleted when nobody uses it any more, and made again.
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *run(void *unused) {
  pthread_setspecific(key, &key);
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_key_create(&key, NULL) || pthread_create(&t, NULL, run, NULL)) abort();
  pthread_join(t, NULL);
  pthread_key_delete(key);
  if (pthread_key_create(&key, NULL)) abort();
  pthread_setspecific(key, &t);
  if (pthread_getspecific(key) != &t) abort();
  return 0;
}
