// expect: safe
// engines: auto dpor
// A word that is stored as a pointer holds the address of a record, its class in the upper 16 bits and a flag in the lowest one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct extent {
  pthread_mutex_t lock;
  unsigned long free;
};

enum { UPPER = 48, CLASS = 3 };
static struct extent all = {PTHREAD_MUTEX_INITIALIZER, 1};
static _Atomic(void *) leaf;

static void *pack(struct extent *e, unsigned class, int slab) {
  return (void *)((uintptr_t)class << UPPER | ((uintptr_t)e & (((uintptr_t)1 << UPPER) - 1)) | (uintptr_t)slab);
}

static struct extent *extent_of(uintptr_t bits) { return (struct extent *)((uintptr_t)((intptr_t)(bits << 16) >> 16) & ~(uintptr_t)1); }

static void *give_back(void *place) {
  uintptr_t bits = (uintptr_t)atomic_load(&leaf);
  struct extent *e = extent_of(bits);
  assert(e == &all && bits >> UPPER == CLASS && bits & 1);
  pthread_mutex_lock(&e->lock);
  e->free |= 1ul << (uintptr_t)place;
  pthread_mutex_unlock(&e->lock);
  return NULL;
}

int main(void) {
  pthread_t t;
  atomic_store(&leaf, pack(&all, CLASS, 1));
  pthread_create(&t, NULL, give_back, (void *)1);
  give_back((void *)2);
  pthread_join(t, NULL);
  assert(all.free == 7);
}
