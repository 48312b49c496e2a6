// expect: unsafe read-only
// property: valid-memsafety
#include <pthread.h>
struct S {
  const int id;
  int values[8];
};
static struct S make(int id) {
  struct S s = {id, {1}};
  s.values[1] = 2;
  return s;
}
static void *work(void *p) {
  *(int *)p = 4;
  return p;
}
int main(void) {
  struct S s = make(3);
  pthread_t t;
  s.values[2] = 3;
  pthread_create(&t, NULL, work, (void *)&s.id);
  pthread_join(t, NULL);
  return 0;
}
