// expect: unsafe assert
// engines: auto dpor
// flags: -DFORGETS
// A block that is given back sets a flag that the word did not have.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { SEGMENT = 65536, BLOCK = 64, FLAGS = 3 };
struct block {
  struct block *next;
};
struct segment {
  uintptr_t key;
  struct block *free;
  unsigned used;
  _Atomic uintptr_t others;
};

static struct segment *make(void) {
  struct segment *s = aligned_alloc(SEGMENT, SEGMENT);
  s->key = (uintptr_t)s ^ 0x1234;
  s->free = NULL;
  s->used = 2;
  atomic_init(&s->others, 0);
  return s;
}

static void *give_back(void *p) {
  struct segment *s = (struct segment *)((uintptr_t)p & ~(uintptr_t)(SEGMENT - 1));
  struct block *b = p;
  assert(s->key == ((uintptr_t)s ^ 0x1234));
  uintptr_t old = atomic_load(&s->others), fresh;
  do {
    b->next = (struct block *)(old & ~(uintptr_t)FLAGS);
#ifdef FORGETS
    fresh = (uintptr_t)b | 1;
#else
    fresh = (uintptr_t)b | (old & FLAGS);
#endif
  } while (!atomic_compare_exchange_weak(&s->others, &old, fresh));
  return NULL;
}

static void collect(struct segment *s) {
  uintptr_t old = atomic_load(&s->others);
  while (!atomic_compare_exchange_weak(&s->others, &old, old & FLAGS))
    ;
  for (struct block *b = (struct block *)(old & ~(uintptr_t)FLAGS), *next; b; b = next) {
    next = b->next;
    b->next = s->free;
    s->free = b;
    s->used--;
  }
}

int main(void) {
  struct segment *s = make();
  int *a = (int *)((char *)s + 4 * BLOCK), *b = a + BLOCK / sizeof *a;
  *a = *b = 1;
  pthread_t t[2];
  pthread_create(&t[0], NULL, give_back, a);
  pthread_create(&t[1], NULL, give_back, b);
  collect(s);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  collect(s);
  assert(s->used == 0 && (atomic_load(&s->others) & FLAGS) == 0);
  free(s);
}
