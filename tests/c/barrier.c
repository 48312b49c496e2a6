// expect: safe
// property: assert,deadlock,no-data-race
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t b;
static int x, y;
static void *other(void *unused) {
  x = 1;
  pthread_barrier_wait(&b);
  assert(y == 2);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, other, NULL);
  y = 2;
  pthread_barrier_wait(&b);
  assert(x == 1);
  pthread_join(t, NULL);
  return 0;
}
