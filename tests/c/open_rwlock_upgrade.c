// expect: unsafe assert
// property: assert
// Who has it for reading and wants it for writing may be told, and then does not have it.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  int error = pthread_rwlock_wrlock(&lock);
  assert(error == 0);
  return 0;
}
