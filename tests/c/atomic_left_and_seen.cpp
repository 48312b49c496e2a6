// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive stateful dpor
// Between the throw, which ended the region, and the handler another thread looks.
#include <pthread.h>
extern "C" void reach_error();
int x, y;
struct failure {
  int why;
};
void __VERIFIER_atomic_both(bool fails) {
  x++;
  if (fails) throw failure{3};
  y++;
}
static void __VERIFIER_atomic_look() {
  if (x != y) reach_error();
}
static void *run(void *) {
  try {
    __VERIFIER_atomic_both(true);
  } catch (failure &f) {
    y++;
  }
  return nullptr;
}
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, run, nullptr);
  __VERIFIER_atomic_look();
  pthread_join(t, nullptr);
}
