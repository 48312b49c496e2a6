// expect: unsafe race
// property: no-data-race
#include <pthread.h>
static int x;
static void *add(void *unused) {
  x = 1;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  x = 2;
  pthread_join(t, NULL);
  return 0;
}
