// expect: safe
// property: unreach-call
// engines: auto naive stateful dpor
// An exception leaves the region, too: were it still open, nobody would see x without y.
#include <pthread.h>
extern "C" void reach_error();
int x, y, seen;
static void half(bool fails) {
  x++;
  if (fails) throw 1;
  y++;
}
extern "C" void __VERIFIER_atomic_both(bool fails) { half(fails); }
extern "C" void __VERIFIER_atomic_look() {
  if (x < y || x > y + 1) reach_error();
}
static void *run(void *) {
  try {
    __VERIFIER_atomic_both(true);
  } catch (int) {
    y++;
  }
  return nullptr;
}
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, run, nullptr);
  __VERIFIER_atomic_look();
  pthread_join(t, nullptr);
  __VERIFIER_atomic_both(false);
  if (x != 2 || y != 2) reach_error();
}
