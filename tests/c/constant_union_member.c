// expect: unsafe read-only
// property: valid-memsafety
#include <pthread.h>
union number {
  const int a;
  const float b;
};
static struct {
  int v;
  union number u;
} h = {1, {2}};
static void *set(void *p) {
  *(int *)p = 3;
  return p;
}
int main(void) {
  pthread_t t;
  h.v = 3;
  pthread_create(&t, NULL, set, (void *)&h.u.a);
  pthread_join(t, NULL);
  return 0;
}
