// expect: unsafe pthread-misuse
// property: pthread-misuse
// C has no static initialiser for its mutexes.
#include <threads.h>
static mtx_t m;
int main(void) {
  mtx_lock(&m);
  mtx_unlock(&m);
  return 0;
}
