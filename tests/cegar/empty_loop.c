// expect: unsafe
// A loop without an operation.
#include <pthread.h>
extern void reach_error(void);
static int flag;
static void *waits(void *unused) {
  for (;;);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  flag = 1;
  if (flag) reach_error();
  for (;;);
}
