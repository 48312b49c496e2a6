// expect: safe
// property: ltl
// options: --ltl=F(G(x=2))&(x<2)U(x=2)
// A run that ends stays in its last state.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *adds(void *p) {
  x++;
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, adds, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
