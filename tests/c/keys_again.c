// expect: safe
// engines: auto naive
// A key that was deleted may be given again: it has no value in any thread, and no destructor runs for the old one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
static int box, destroyed;
static void destroy(void *value) { destroyed++; }
static void *other(void *unused) {
  pthread_key_t key, again;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &box);
  pthread_key_delete(key);
  pthread_key_create(&again, destroy);
  assert(pthread_getspecific(again) == NULL);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  assert(!destroyed);
  return 0;
}
