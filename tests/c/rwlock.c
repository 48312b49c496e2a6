// expect: safe
// property: assert,deadlock,no-data-race
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;
static void *write_both(void *unused) {
  pthread_rwlock_wrlock(&l);
  x = 1;
  y = 1;
  pthread_rwlock_unlock(&l);
  return NULL;
}
static void *read_both(void *unused) {
  pthread_rwlock_rdlock(&l);
  assert(x == y);
  pthread_rwlock_unlock(&l);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_both, NULL);
  pthread_create(&b, NULL, read_both, NULL);
  read_both(NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
