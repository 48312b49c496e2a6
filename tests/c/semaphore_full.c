// expect: safe
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
sem_t s;
int main(void) {
  assert(sem_init(&s, 0, INT_MAX + 1u) == -1 && errno == EINVAL);
  assert(sem_init(&s, 0, INT_MAX) == 0);
  assert(sem_post(&s) == -1 && errno == EOVERFLOW);
  int value;
  sem_getvalue(&s, &value);
  assert(value == INT_MAX);
  return 0;
}
