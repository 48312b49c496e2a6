// expect: safe
// output: method
// output: a
// output: b
// output: method
// output: b again
// output: a again
// The order of the reference library: methods before threads, in the order in which they were made.
#include <intrinsics.h>
#include <cassert>

static char e;

static void say(const char *text) {
  unsigned n = 0;
  while (text[n]) n++;
  __allways_write(1, text, n);
}

static void thread_a(void *) {
  say("a\n");
  __allways_notify(&e);
  __allways_wait_time(nullptr, 0, false, 0);
  say("a again\n");
}

static void thread_b(void *) {
  say("b\n");
  __allways_wait_time(nullptr, 0, false, 0);
  say("b again\n");
}

static void method(void *) {
  void *events[] = {&e};
  for (;;) {
    say("method\n");
    __allways_wait(events, 1, false);
  }
}

int sc_main(int, char **) {
  __allways_process(thread_a, nullptr, "a", 0);
  __allways_process(thread_b, nullptr, "b", 0);
  __allways_process(method, nullptr, "method", __ALLWAYS_METHOD);
  __allways_start(-1);
  return 0;
}
