// expect: unsafe pthread-misuse
// property: pthread-misuse
// ... nor for its condition variables.
#include <threads.h>
static mtx_t m;
static cnd_t c;
int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}
