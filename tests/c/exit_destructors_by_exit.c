// expect: unsafe unreach-call
// property: unreach-call
// A program that ends by exit, deep inside, runs them too.
#include <stdlib.h>

extern void reach_error(void);

static int stage;

__attribute__((destructor(101))) static void last(void) {
  if (stage == 1) reach_error();
}
__attribute__((destructor(102))) static void first(void) { stage = 1; }

static void leave(void) { exit(0); }

int main(void) { leave(); }
