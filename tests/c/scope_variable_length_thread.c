// A thread works on an array of variable length that ends before the thread does.
// expect: unsafe use-after-free
// property: valid-memsafety
#include <pthread.h>

static void *fill(void *p) {
  *(int *)p = 1;
  return 0;
}

static void start(pthread_t *t, int n) {
  for (int i = 1; i < n; i++) {
    int a[i];
    a[0] = 0;
    pthread_create(t, 0, fill, a);
  }
  pthread_join(*t, 0);
}

int main(void) {
  pthread_t t;
  start(&t, 2);
  return 0;
}
