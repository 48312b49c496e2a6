// expect: safe
// property: no-data-race
// engines: auto naive stateful dpor
// Neither the padding nor what lies beside the copied bytes is touched.
#include <pthread.h>
#include <string.h>
struct both {
  struct {
    int a, b;
  } left, right;
};
static struct both shared;
static void *writer(void *unused) {
  memset(&shared.left, 1, sizeof shared.left);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  memset(&shared.right, 2, sizeof shared.right);
  pthread_join(t, 0);
  return 0;
}
