// expect: unknown
// options: --engine=values --property=unreach-call
// The word is set to zero by one who does not have it: it protects nothing.
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
extern void reach_error(void);
int word, x;
void *thread(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(word == 0);
  word = 1;
  __VERIFIER_atomic_end();
  x = 1;
  if (x != 1) reach_error();
  x = 0;
  if (arg) word = 0;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, thread, 0);
  pthread_create(&id, 0, thread, &x);
  word = 0;
  return 0;
}
