// expect: safe
// property: no-data-race
// engines: lockset auto
// Every way to separate accesses: before the start, behind the join, mutexes in functions, regions, atomic operations, thread-local ones.
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t second;
static int before, locked, in_region, by_second, table[2];
static atomic_int flag;
static _Thread_local int own;
static void enter(void) { pthread_mutex_lock(&m); }
static void leave(void) { pthread_mutex_unlock(&m); }
static void *work(void *unused) {
  for (int i = 0; i < __VERIFIER_nondet_int(); i++) {
    enter();
    locked += before;
    leave();
    own++;
  }
  __VERIFIER_atomic_begin();
  in_region++;
  __VERIFIER_atomic_end();
  atomic_store(&flag, 1);
  table[0] = 1;
  return unused;
}
static void *late(void *unused) {
  by_second = 1;
  table[1] = 1;
  pthread_mutex_lock(&m);
  if (flag) locked--;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  before = __VERIFIER_nondet_int();
  pthread_create(&t, 0, work, 0);
  pthread_create(&second, 0, late, 0);
  own = 3;
  pthread_join(second, 0);
  by_second = 2;
  pthread_join(t, 0);
  table[0] = table[1] = locked + in_region;
  return 0;
}
