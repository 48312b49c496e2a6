// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe race
// property: assert,no-data-race
// A struct with padding and a pointer is copied and published; WEAK: the flag orders nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct message {
  int number;
  long length;
  char kind;
  const int *from;
};

static int origin = 3;
static struct message source = {1, 2, 'x', &origin}, box;
static atomic_int ready;

static void *writer(void *unused) {
  box = source;
  atomic_store_explicit(&ready, 1, PUBLISH);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    struct message m = box;
    assert(m.number == 1 && m.length == 2 && m.kind == 'x' && *m.from == 3);
    assert(box.number == 1);
  }
  pthread_join(t, NULL);
}
