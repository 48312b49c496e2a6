// expect: safe
// property: pthread-misuse
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int full;

static int sender(void *unused) {
  (void)unused;
  mtx_lock(&m);
  full = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain | mtx_recursive);
  cnd_init(&c);
  thrd_create(&t, sender, 0);
  mtx_lock(&m);
  while (!full) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, 0);
  cnd_destroy(&c);
  mtx_destroy(&m);
  return 0;
}
