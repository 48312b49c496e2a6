// expect: unsafe pthread-misuse
// property: pthread-misuse
// C17 7.26.4.4: the mutex shall support timeout.
#include <threads.h>
#include <time.h>

static mtx_t m;

static int attempt(mtx_t *of) {
  struct timespec until = {1, 0};
  return mtx_timedlock(of, &until);
}

int main(void) {
  if (mtx_init(&m, mtx_plain | mtx_recursive) != thrd_success) return 1;
  if (attempt(&m) == thrd_success) mtx_unlock(&m);
  mtx_destroy(&m);
  return 0;
}
