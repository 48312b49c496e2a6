// expect: safe
// Small numbers travel as pointers.
#include <pthread.h>
extern void reach_error(void);
int sum;
pthread_mutex_t m;
void *add(void *p) {
  int k = (int)(long)p;
  pthread_mutex_lock(&m);
  sum += k;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, add, (void *)1);
  pthread_create(&b, 0, add, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (sum != 3) reach_error();
  return 0;
}
