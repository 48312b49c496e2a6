// expect: unsafe assert
// property: assert
// Without `lock` two threads may both exchange, and both take the bit.
#include <assert.h>
#include <pthread.h>

static int word, winners;
static unsigned bits;

static void *run(void *arg) {
  unsigned char first, was;
  int expected = 0;
  __asm__ __volatile__("cmpxchgl %3,%1; sete %0" : "=q"(first), "+m"(word), "+a"(expected) : "r"(1) : "memory", "cc");
  __asm__ __volatile__("btsl $3,%1; setc %0" : "=q"(was), "+m"(bits) : : "memory", "cc");
  if (first && !was) __atomic_fetch_add(&winners, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(winners < 2);
  return 0;
}
