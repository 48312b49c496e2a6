// expect: safe
#include <assert.h>
#include <pthread.h>
static int box = 7;
static void *give(void *argument) { return argument; }
static void *leave(void *argument) { pthread_exit(argument); }
int main(void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create(&a, NULL, give, &box);
  pthread_create(&b, NULL, leave, &box);
  pthread_join(a, &first);
  pthread_join(b, &second);
  assert(*(int *)first == 7 && second == first);
  assert(!pthread_equal(a, b));
  return 0;
}
