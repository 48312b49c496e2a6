// expect: unsafe
// One process loops for ever, the other one fails: whoever follows the loop alone never sees the error (specification 4.3).
#include <pthread.h>
extern void reach_error(void);
int x;
void *loops(void *p) {
  int local = 0;
  while (1) local++;
  return 0;
}
void *fails(void *p) {
  x = 1;
  reach_error();
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, loops, 0);
  pthread_create(&b, 0, fails, 0);
  pthread_join(a, 0);
  return 0;
}
