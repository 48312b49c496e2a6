// expect: safe
// property: no-data-race
#include <pthread.h>
static int x, y;
static void *first(void *arg) {
  x = 1;
  return arg;
}
static void *second(void *arg) {
  y = 2;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x + y;
}
