// expect: safe
// property: assert
// Registers that are clobbered are used in between; a pause in bytes, hints to the cache.
#include <assert.h>
#include <pthread.h>

static int word, lock;

static int fetch_add(int *p, int by) {
  int old;
  __asm__ __volatile__("movl %2,%%eax; lock; xaddl %%eax,%1; movl %%eax,%0" : "=m"(old), "+m"(*p) : "ir"(by) : "eax", "memory", "cc");
  return old;
}

static void take(void) {
  int busy;
  for (;;) {
    __asm__ __volatile__("prefetchw %0" : : "m"(lock));
    __asm__ __volatile__("movl $1,%%r10d; xchgl %%r10d,%0; movl %%r10d,%1" : "+m"(lock), "=m"(busy) : : "r10", "memory");
    if (!busy) return;
    __asm__ __volatile__(".byte 0xf3, 0x90");
  }
}

static void give(void) { __asm__ __volatile__("movl $0,%0" : "=m"(lock) : : "memory"); }

static int plain;

static void *run(void *arg) {
  fetch_add(&word, 2);
  take();
  plain++;
  give();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  assert(word == 4 && plain == 2);
  return 0;
}
