// expect: unsafe assert
// flags: -DAS_IT_IS
// engines: auto dpor
// A ring that refuses memory which is not aligned to its lines: malloc may give such.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { LINE = 64, SLOTS = 2 };
struct ring {
  _Alignas(LINE) atomic_uint head;
  _Alignas(LINE) atomic_uint tail;
  int slots[SLOTS];
};

static struct ring *ring_at(void *memory) {
  if ((uintptr_t)memory & (LINE - 1)) return NULL;
  struct ring *r = memory;
  atomic_init(&r->head, 0);
  atomic_init(&r->tail, 0);
  return r;
}

static void *put(void *ring) {
  struct ring *r = ring;
  r->slots[0] = 7;
  atomic_store(&r->tail, 1);
  return NULL;
}

int main(void) {
  char *memory = malloc(sizeof(struct ring) + LINE - 1);
#ifdef AS_IT_IS
  struct ring *r = ring_at(memory);
#else
  struct ring *r = ring_at((void *)(((uintptr_t)memory + LINE - 1) & ~(uintptr_t)(LINE - 1)));
#endif
  assert(r);
  pthread_t t;
  pthread_create(&t, NULL, put, r);
  if (atomic_load(&r->tail)) assert(r->slots[0] == 7);
  pthread_join(t, NULL);
  free(memory);
}
