// expect: safe
// property: assert,deadlock
#include <assert.h>
#include <threads.h>
static mtx_t m;
static int x;
static int add(void *argument) {
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return 5;
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&m, mtx_plain);
  assert(thrd_create(&t, add, NULL) == thrd_success);
  add(NULL);
  thrd_join(t, &result);
  assert(x == 2 && result == 5);
  return 0;
}
