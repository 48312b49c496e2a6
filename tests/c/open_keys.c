// expect: unsafe assert
// In which order values of keys are destroyed is open.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static int destroyed;

static void end_first(void *unused) { destroyed = destroyed * 10 + 1; }
static void end_second(void *unused) { destroyed = destroyed * 10 + 2; }

static void *run(void *unused) {
  pthread_setspecific(first, &first);
  pthread_setspecific(second, &second);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&first, end_first);
  pthread_key_create(&second, end_second);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(destroyed == 12 || destroyed == 21);
  assert(destroyed == 12);
  return 0;
}
