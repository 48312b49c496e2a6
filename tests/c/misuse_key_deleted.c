// expect: unsafe pthread-misuse
// property: pthread-misuse
// A thread still uses a key that the other one has deleted.
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
  pthread_key_delete(key);
  pthread_join(t, NULL);
  return 0;
}
