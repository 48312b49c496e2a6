// expect: safe
// flags: -m32
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *p) {
  pthread_mutex_lock(&m);
  *(long *)p = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  long *p = malloc(sizeof *p);
  pthread_create(&t, NULL, other, p);
  pthread_join(t, NULL);
  assert(sizeof(long) == 4 && sizeof(p) == 4 && *p == 1);
  free(p);
  return 0;
}
