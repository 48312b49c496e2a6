// expect: unsafe assert
// engines: naive stateful dpor auto
#include <assert.h>
#include <threads.h>
int main(void) {
  mtx_t m;
  mtx_init(&m, mtx_plain);
  assert(mtx_trylock(&m) == thrd_success);
  return 0;
}
