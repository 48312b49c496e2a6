// expect: unsafe pthread-misuse
// C17 7.26.4.6: the calling thread holds it.
#include <threads.h>

static mtx_t m;

static int run(void *unused) {
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain | mtx_recursive);
  mtx_lock(&m);
  thrd_create(&t, run, 0);
  thrd_join(t, 0);
  mtx_unlock(&m);
}
