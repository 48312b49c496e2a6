// expect: safe
// property: assert,no-data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
  atomic_fetch_add(&x, 1);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  atomic_fetch_add(&x, 1);
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
