// search.h: tables and queues.
#include <search.h>
#include <stddef.h>
#include <string.h>

#include "model.h"

struct element {
  struct element *next, *previous;
};

void insque(void *made, void *behind) {
  struct element *e = made, *b = behind;
  if (!b) {
    e->next = e->previous = NULL;
    return;
  }
  e->next = b->next;
  e->previous = b;
  if (b->next) b->next->previous = e;
  b->next = e;
}

void remque(void *left) {
  struct element *e = left;
  if (e->next) e->next->previous = e->previous;
  if (e->previous) e->previous->next = e->next;
}

// The first that is equal.
void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  const char *at = base;
  for (size_t i = 0; i < *n; i++, at += size)
    if (!compare(key, at)) return (void *)at;
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, n, size, compare);
  if (found) return found;
  return memcpy((char *)base + (*n)++ * size, key, size);
}
