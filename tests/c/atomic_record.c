// expect: safe
// property: assert,no-data-race
// An atomic object that needs functions of libatomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct record {
  int *p;
  long n, m;
};
_Atomic struct record shared;
int x;
void *thread(void *unused) {
  struct record mine = {&x, 1, 1}, old = {0, 0, 0};
  if (!atomic_compare_exchange_strong(&shared, &old, mine)) assert(old.n == 2 && old.m == 2);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread, 0);
  struct record mine = {&x, 2, 2}, old = atomic_exchange(&shared, mine);
  assert(old.n == old.m && (old.p != 0) == (old.n != 0));
  pthread_join(id, 0);
  old = atomic_load(&shared);
  assert(old.n == 2 && old.p == &x);
  atomic_store(&shared, mine);
  return 0;
}
