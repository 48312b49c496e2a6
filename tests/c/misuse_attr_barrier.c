// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_barrierattr_t *a = calloc(1, sizeof *a);
  pthread_barrier_t b;
  int shared;
  if (a && pthread_barrierattr_getpshared(a, &shared) == 0) pthread_barrier_init(&b, a, 1 + (unsigned)shared);
  free(a);
  return 0;
}
