// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <threads.h>

static int nothing(void *unused) {
  (void)unused;
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, nothing, 0);
  thrd_detach(t);
  thrd_join(t, 0);
  return 0;
}
