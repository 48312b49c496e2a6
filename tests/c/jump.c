// expect: safe
// property: unreach-call,valid-memsafety
// Jumps out of functions, inside of one, more than once, nested, through pointers, and in two threads at once.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

struct context {
  jmp_buf where;
  int depth;
};

static void deeper(struct context *c, int n) {
  c->depth = n;
  if (!n) longjmp(c->where, 5);
  deeper(c, n - 1);
  assert(0);
}

static int out_of_calls(void) {
  struct context c;
  void (*go)(struct context *, int) = deeper;
  switch (setjmp(c.where)) {
  case 0: go(&c, 3); break;
  case 5: return c.depth;
  }
  return -1;
}

static int again(void) {
  jmp_buf b;
  volatile int rounds = 0;
  int r = setjmp(b);
  if (r < 3) {
    rounds++;
    longjmp(b, r + 1);
  }
  return rounds * 10 + r;
}

static jmp_buf outer, inner;

static void fail_inside(int n) {
  if (setjmp(inner) == 0)
    longjmp(n ? outer : inner, 0);  // 0 arrives as 1
  if (n) assert(0);
}

static int nested(void) {
  fail_inside(0);
  if (setjmp(outer)) return 7;
  fail_inside(1);
  return 0;
}

static int in_a_loop(void) {
  static int n;
  jmp_buf b;
  for (int i = 0; i < 3; i++)
    if (!setjmp(b)) {
      n += i;
      if (i != 1) longjmp(b, 1);
      n += 100;
    }
  return n;
}

static int unchanged(int x) {
  jmp_buf b;
  int before = x + 1;
  if (setjmp(b)) return before;
  longjmp(b, 1);
}

static void *run(void *unused) {
  assert(again() == 33);
  return unused;
}

int main(void) {
  assert(out_of_calls() == 0);
  assert(nested() == 7);
  assert(in_a_loop() == 103);
  assert(unchanged(4) == 5);
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
  return 0;
}
