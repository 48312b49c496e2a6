// expect: unsafe
// The error lies behind two joins, of which one waits for a thread that waits for a lock.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m;
int x, y;
void *second(void *p) {
  pthread_mutex_lock(&m);
  y = x;
  pthread_mutex_unlock(&m);
  return 0;
}
void *first(void *p) {
  pthread_mutex_lock(&m);
  x = 1;
  x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  if (y == 0) reach_error();
  return 0;
}
