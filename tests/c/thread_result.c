// expect: safe
// engines: auto naive stateful dpor cegar
// What a thread has to do and what it returns are kept by the models, which cegar follows with pointers of 32 bits, too.
// flags: -m32
#include <assert.h>
#include <pthread.h>
int given, seen;
void *copies(void *unused) {
  seen = given;
  return &seen;
}
int main(void) {
  pthread_t t;
  void *result;
  given = 21;
  pthread_create(&t, 0, copies, 0);
  pthread_join(t, &result);
  assert(seen == 21 && result == &seen);
  return 0;
}
