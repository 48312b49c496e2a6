// expect: safe
// property: assert,no-data-race,deadlock,bounds,null
// A pipe hands messages over: what was written before is there, in its order, and the end is seen.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2], data;
static void *producer(void *arg) {
  data = 7;
  assert(write(ends[1], "ab", 2) == 2);
  assert(write(ends[1], "c", 1) == 1);
  assert(close(ends[1]) == 0);
  return 0;
}
int main(void) {
  pthread_t t;
  char got[8];
  if (pipe(ends)) return 1;
  assert(ends[0] > 2 && ends[1] > 2 && ends[0] != ends[1]);
  pthread_create(&t, 0, producer, 0);
  int n = 0;
  for (;;) {
    ssize_t more = read(ends[0], got + n, sizeof got - n);
    assert(more >= 0);
    if (!more) break;
    assert(data == 7);
    n += more;
  }
  assert(n == 3 && got[0] == 'a' && got[1] == 'b' && got[2] == 'c');
  pthread_join(t, 0);
  assert(close(ends[0]) == 0 && close(ends[0]) == -1);
  return 0;
}
