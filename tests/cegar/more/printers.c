// Two processes write a variable, do something of their own and print it: four outputs, four traces.
#include <pthread.h>
int x, c, f;
void *zero(void *p) {
  x = 0;
  int b = 1;
  c = x + 0 * b;
  return 0;
}
void *one(void *p) {
  x = 1;
  int e = 1;
  f = x + 0 * e;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, zero, 0);
  pthread_create(&b, 0, one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
