// expect: safe
// property: unreach-call
// engines: auto naive stateful
// Names as C++ makes them, static, and by a pointer.
#include <pthread.h>
extern "C" void reach_error();
int x, y;
void __VERIFIER_atomic_both(int n) {
  x += n;
  y += n;
}
static void __VERIFIER_atomic_look() {
  if (x != y) reach_error();
}
static void *run(void *) {
  __VERIFIER_atomic_both(1);
  return nullptr;
}
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, run, nullptr);
  void (*volatile look)() = __VERIFIER_atomic_look;
  look();
  pthread_join(t, nullptr);
}
