// expect: unsafe deadlock
// property: deadlock
// engines: stateful stateless dpor hunt auto
// How often the word must have been written depends on an input: for some of its values nobody ever leaves the loop.
#include <pthread.h>
#include <stdatomic.h>
extern unsigned __VERIFIER_nondet_uint(void);
static atomic_uint word;
static unsigned wanted;
static void *writes(void *unused) {
  word++;
  word++;
  return unused;
}
int main(void) {
  wanted = __VERIFIER_nondet_uint();
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  while (word < wanted) ;
  pthread_join(t, NULL);
  return 0;
}
