// expect: unsafe read-only
// property: valid-memsafety
#include <pthread.h>
static void *run(void *a) {
  ((int *)a)[1]++;
  return 0;
}
int main(void) {
  const int *p = (const int[2]){1, 2};
  pthread_t t;
  pthread_create(&t, 0, run, (void *)p);
  pthread_join(t, 0);
  return p[1];
}
