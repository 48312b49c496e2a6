// expect: unsafe pthread-misuse
// property: pthread-misuse
// Its holder clears it, at an index that is an input.
#include <pthread.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t m[4];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  pthread_mutex_lock(&m[2]);
  memset(&m[i], 0, sizeof m[i]);
  return 0;
}
