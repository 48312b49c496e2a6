// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <threads.h>

static mtx_t m;

static int other(void *unused) {
  (void)unused;
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  thrd_create(&t, other, 0);
  thrd_join(t, 0);
  return 0;
}
