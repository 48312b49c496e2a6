// expect: unsafe assert
// property: assert
// What two writes put into a pipe need not come by one read.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *producer(void *arg) {
  write(ends[1], "ab", 2);
  write(ends[1], "c", 1);
  return 0;
}
int main(void) {
  pthread_t t;
  char got[8];
  if (pipe(ends)) return 1;
  pthread_create(&t, 0, producer, 0);
  assert(read(ends[0], got, sizeof got) == 3);
  pthread_join(t, 0);
  return 0;
}
