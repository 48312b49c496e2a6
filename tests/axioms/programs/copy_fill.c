// sc: safe
// tso: safe
// rc11: safe
// weak-rc11: unsafe race
// property: assert,no-data-race
// Memory is cleared and handed over; part of what is copied was never written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef WEAK
#define TAKE memory_order_relaxed
#else
#define TAKE memory_order_acquire
#endif

struct pair {
  int used, unused;
};

static int cleared[2] = {1, 1};
static struct pair *_Atomic given;

static void *writer(void *unused) {
  struct pair p, *made = malloc(sizeof *made);
  if (!made) return unused;
  p.used = 5;
  *made = p;
  memset(cleared, 0, sizeof cleared);
  atomic_store_explicit(&given, made, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  struct pair *p = atomic_load_explicit(&given, TAKE);
  if (p) {
    struct pair own = *p;
    assert(own.used == 5 && cleared[0] == 0 && cleared[1] == 0);
  }
  pthread_join(t, NULL);
  free(atomic_load(&given));
}
