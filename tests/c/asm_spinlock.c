// expect: safe
// property: unreach-call,no-data-race
// engines: auto naive
// Spin locks in assembler: by a loop in C, and by jumps in the text.
#include <assert.h>
#include <pthread.h>

static volatile int first = 1;
static volatile unsigned char second = 1;
static int x, y;

static void lock_first(void) {
  int old;
  do {
    old = 0;
    __asm__ __volatile__("xchgl %0,%1" : "+r"(old), "+m"(first) : : "memory");
    if (!old) __asm__ __volatile__("rep; nop" : : : "memory");
  } while (!old);
}

static void unlock_first(void) { __asm__ __volatile__("movl $1,%0" : "=m"(first) : : "memory"); }

static void lock_second(void) {
  __asm__ __volatile__(
      "1:\tlock; decb %0\n\t"
      "jns 3f\n"
      "2:\tpause\n\t"
      "cmpb $0,%0\n\t"
      "jle 2b\n\t"
      "jmp 1b\n"
      "3:"
      : "+m"(second)
      :
      : "memory", "cc");
}

static void unlock_second(void) {
  unsigned char one = 1;
  __asm__ __volatile__("xchgb %b0,%1" : "+q"(one), "+m"(second) : : "memory");
}

static void *add(void *unused) {
  lock_first();
  x++;
  unlock_first();
  lock_second();
  y++;
  unlock_second();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(x == 2 && y == 2);
  return 0;
}
