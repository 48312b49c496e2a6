// expect: safe
// engines: auto dpor
// A table by the hash of a pointer with open addressing: two threads enter their nodes, each is found.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

enum { SLOTS = 4 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *table[SLOTS];

static unsigned hash(const void *p) { return (unsigned)(((uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u) >> 62); }

static void **place_of(const void *p) {
  unsigned at = hash(p);
#ifndef ONE_EACH
  while (table[at] && table[at] != p) at = (at + 1) % SLOTS;
#endif
  return &table[at];
}

static void *enter(void *node) {
  pthread_mutex_lock(&m);
  *place_of(node) = node;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  pthread_create(&t, NULL, enter, a);
  enter(b);
  pthread_join(t, NULL);
  assert(*place_of(a) == a && *place_of(b) == b);
  free(a);
  free(b);
}
