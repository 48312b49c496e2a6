// expect: safe
// A signal by hand on the kernel's functions: a writer, a method that is sensitive to the change, a reader.
#include <intrinsics.h>
#include <cassert>

struct signal_t {
  int now, next;
  char changed;
};
static signal_t s;
static char go;
static int seen;

static void update(void *p) {
  signal_t *x = static_cast<signal_t *>(p);
  if (x->now == x->next) return;
  x->now = x->next;
  if (__allways_waited(&x->changed)) __allways_notify_after(&x->changed, 0);
}

static void write(signal_t *x, int v) {
  x->next = v;
  __allways_request_update(update, x);
}

static void writer(void *) {
  for (int i = 1; i <= 3; i++) {
    write(&s, i);
    __allways_wait_time(nullptr, 0, false, 10);
  }
}

static void method(void *data) {
  assert(__allways_self_data() == data);
  void *events[] = {&s.changed};
  for (;;) {
    seen += s.now;
    __allways_wait(events, 1, false);
  }
}

extern "C" int sc_main(int, char **) {
  int m = __allways_process(method, &seen, "top.method", __ALLWAYS_METHOD);
  void *events[] = {&s.changed};
  __allways_arm(m, events, 1);
  __allways_process(writer, nullptr, "top.writer", 0);
  bool more = __allways_start(15);
  assert(more && seen == 3 && __allways_time() == 15);
  more = __allways_start(-1);
  assert(!more);
  assert(seen == 6);
  return seen;
}
