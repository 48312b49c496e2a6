// expect: safe
// engines: auto naive
// A stack of pointers with a counter beside, by cmpxchg16b.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

typedef struct node {
  struct node *next;
  int value;
} node;
typedef struct {
  node *top;
  uint64_t count;
} __attribute__((aligned(16))) head;

static head stack;
static node a = {0, 1}, b = {0, 2};

static int swap(head *p, head *old, head fresh) {
  unsigned char done;
  __asm__ __volatile__("lock; cmpxchg16b %1\n\tsetz %0"
                       : "=q"(done), "+m"(*p), "+a"(old->top), "+d"(old->count)
                       : "b"(fresh.top), "c"(fresh.count)
                       : "memory", "cc");
  return done;
}

static void push(node *n) {
  head old = {0, 0}, fresh;
  do {
    n->next = old.top;
    fresh = (head){n, old.count + 1};
  } while (!swap(&stack, &old, fresh));
}

static void *other(void *unused) {
  push(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  push(&a);
  pthread_join(t, NULL);
  assert(stack.count == 2);
  assert(stack.top->value + stack.top->next->value == 3 && !stack.top->next->next);
  return 0;
}
