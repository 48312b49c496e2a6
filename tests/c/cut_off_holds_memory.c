// expect: safe
// property: valid-memsafety
#include <pthread.h>
#include <stdlib.h>
static int *kept;
static void *store(void *arg) {
  int *p = malloc(sizeof *p);
  *p = 1;
  kept = p;
  return arg;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, store, 0);
  return 0;
}
