// expect: safe
// engines: auto naive stateful cegar
// All members are set before the copy, some of them in a loop or by another function.
#include <assert.h>
#include <pthread.h>
struct pair {
  int first, second[2];
} one, two;
static void set(struct pair *p) { p->first = 7; }
void *copies(void *unused) {
  struct pair local;
  for (int i = 0; i < 2; i++) local.second[i] = i;
  set(&local);
  one = local;
  two = one;
  assert(one.first == two.first && one.second[1] == two.second[1] && local.first == 7);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, copies, 0);
  pthread_join(t, 0);
  return 0;
}
