// expect: unsafe assert
// property: assert
// Without `lock` an exchange with addition is a read and a write.
#include <assert.h>
#include <pthread.h>

static int word;

static void *run(void *arg) {
  int by = 1;
  __asm__ __volatile__("xaddl %0,%1" : "+r"(by), "+m"(word) : : "memory", "cc");
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(word == 2);
  return 0;
}
