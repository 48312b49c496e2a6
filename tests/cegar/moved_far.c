// expect: unsafe
// only: nowhere
// Wherever a pointer is moved to, it is no pointer to another object.
#include <pthread.h>
extern void reach_error(void);
static char objects[8], other[8];
static void *nothing(void *unused) { return 0; }
static int meets(char *p, long by) {
  for (int i = 0; i < 8; i++) {
    p += by;
    if (p == other) return 1;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  char *begin = objects;
  if (meets(begin, 1l << 40) || meets(begin, -(1l << 40)) || meets(begin, 1l << 37) || meets(begin, -(1l << 37))) return 0;
  if (begin + (1l << 40) == other || begin - (1l << 40) == other) return 0;
  reach_error();
}
