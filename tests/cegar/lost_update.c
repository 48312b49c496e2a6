// expect: unsafe
#include <pthread.h>
extern void reach_error(void);
int x;
void *adds(void *p) {
  x++;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, adds, 0);
  pthread_create(&b, 0, adds, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}
