// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int runs, box;
static void destroy(void *value) { *(int *)value = 3; }
static void prepare(void) {
  runs++;
  pthread_key_create(&key, destroy);
}
static void *other(void *unused) {
  pthread_once(&once, prepare);
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, &box);
  assert(pthread_getspecific(key) == &box);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_once(&once, prepare);
  pthread_join(t, NULL);
  assert(runs == 1 && box == 3);
  return 0;
}
