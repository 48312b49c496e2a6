// expect: unsafe assert
// engines: naive stateful dpor stateless hunt auto
#include <assert.h>
#include <threads.h>
static mtx_t m;
static cnd_t c;
static int ready;
static int wait_for_it(void *unused) {
  mtx_lock(&m);
  if (!ready) cnd_wait(&c, &m);
  assert(ready);
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, wait_for_it, NULL);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  thrd_join(t, NULL);
  return 0;
}
