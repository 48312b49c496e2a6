// expect: unsafe assert
#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *unused) {
  x++;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  x++;
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
