// expect: unsafe read-only
// property: valid-memsafety
// Another thread writes a constant pointer in a local variable of this one.
#include <pthread.h>
struct job {
  int *const to;
  int left;
};

static void *work(void *argument) {
  struct job *j = argument;
  j->left--;
  if (!j->left) *(int **)&j->to = &j->left;
  return argument;
}

int main(void) {
  int n = 0;
  struct job j = {&n, 1};
  pthread_t t;
  pthread_create(&t, 0, work, &j);
  pthread_join(t, 0);
  return 0;
}
