// expect: unsafe assert
// engines: auto naive
// Without the prefix an addition is a read and a write.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *unused) {
  __asm__ __volatile__("incl %0" : "+m"(x) : : "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
