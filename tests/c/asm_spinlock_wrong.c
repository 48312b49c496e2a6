// expect: unsafe race
// property: no-data-race
// engines: auto dpor
// A spin lock in assembler that reads and writes in two instructions: two threads may find it free.
#include <pthread.h>

static volatile int lock;
static int x;

static void take(void) {
  int busy;
  do {
    __asm__ __volatile__("movl %1,%0" : "=r"(busy) : "m"(lock) : "memory");
  } while (busy);
  __asm__ __volatile__("movl $1,%0" : "=m"(lock) : : "memory");
}

static void give(void) { __asm__ __volatile__("movl $0,%0" : "=m"(lock) : : "memory"); }

static void *add(void *unused) {
  take();
  x++;
  give();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  return 0;
}
