// expect: unsafe race
// property: no-data-race
// ... also at what another thread writes behind the first difference.
#include <pthread.h>
#include <string.h>
static char a[4] = "abc";
static void *change(void *unused) {
  a[3] = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  int differs = memcmp(a, "xyz", 4) != 0;
  pthread_join(t, 0);
  return differs;
}
