// A counter takes many values, a flag takes two: values for the flag, predicates for the counter.
// expect: safe
#include <pthread.h>
extern void reach_error(void);
int flag, n;
void *count(void *p) {
  for (int i = 0; i < 60; i++) n = i;
  flag = 1;
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  pthread_join(t, 0);
  if (flag != 1 || n < 0) reach_error();
  return 0;
}
