// expect: unsafe use-after-free
// engines: auto naive stateful dpor cegar
// One thread alone accesses the object, so that nobody else sees the access; another one frees it right before.
#include <pthread.h>
#include <stdlib.h>
int *object, flag, got;
void *reads(void *unused) {
  flag = 1;
  got = *object;
  return 0;
}
void *frees(void *unused) {
  if (flag) free(object);
  return 0;
}
int main(void) {
  pthread_t a, b;
  object = malloc(sizeof *object);
  *object = 1;
  pthread_create(&a, 0, reads, 0);
  pthread_create(&b, 0, frees, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
