// expect: safe
// engines: auto dpor
// Hazard pointers: who frees sorts what is announced by address, and looks each of its objects up by halving.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { READERS = 2 };
static _Atomic(int *) current;
static _Atomic(int *) announced[READERS];

static int by_address(const void *a, const void *b) {
  uintptr_t x = (uintptr_t) * (int *const *)a, y = (uintptr_t) * (int *const *)b;
  return (x > y) - (x < y);
}

static int *free_unless_announced(int *old) {
  int *all[READERS];
  size_t n = 0;
  for (int i = 0; i < READERS; i++)
    if ((all[n] = atomic_load(&announced[i]))) n++;
  qsort(all, n, sizeof *all, by_address);
  if (bsearch(&old, all, n, sizeof *all, by_address)) return old;
  free(old);
  return NULL;
}

static void *reader(void *slot) {
  _Atomic(int *) *mine = slot;
  int *p = atomic_load(&current);
  atomic_store(mine, p);
#ifndef LATE
  for (int *again; (again = atomic_load(&current)) != p; atomic_store(mine, p)) p = again;
#endif
  assert(*p > 0);
  atomic_store(mine, NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  int *old = malloc(sizeof *old), *fresh = malloc(sizeof *fresh);
  *old = 1;
  *fresh = 2;
  atomic_store(&current, old);
  atomic_store(&announced[1], fresh);
  pthread_create(&t, NULL, reader, &announced[0]);
  atomic_store(&current, fresh);
  old = free_unless_announced(old);
  pthread_join(t, NULL);
  free(old);
  free(fresh);
}
