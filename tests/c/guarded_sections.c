// expect: safe
// options: --visible=guarded
// property: assert
// engines: naive stateful dpor stateless cegar auto
// executions: 6
// Critical sections are one step each: three threads, 3! orders, however many accesses they make.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum, rounds, table[4];
static void *work(void *arg) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < 4; i++) table[i]++;
  sum += table[0] + table[3];
  rounds++;
  assert(table[1] == rounds);
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(sum == 12 && rounds == 3);
  return 0;
}
