// expect: safe
// property: unreach-call
// Functions with the attribute `destructor` run behind those of atexit, the highest priority first.
#include <stdlib.h>

extern void reach_error(void);

static int stage;

__attribute__((destructor)) static void plain(void) {
  if (stage++ != 1) reach_error();
}
__attribute__((destructor(102))) static void late(void) {
  if (stage++ != 2) reach_error();
}
__attribute__((destructor(101))) static void last(void) {
  if (stage++ != 3) reach_error();
}
static void handler(void) {
  if (stage++ != 0) reach_error();
}

int main(void) {
  atexit(handler);
  return 0;
}
