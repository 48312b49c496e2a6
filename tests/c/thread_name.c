// expect: safe
// property: assert
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
int main(void) {
  char n[16];
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_getname_np(pthread_self(), n, 16) == 0 && !strcmp(n, "worker"));
  assert(pthread_getname_np(pthread_self(), n, 4) == ERANGE);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  prctl(PR_SET_NAME, "x");
  prctl(PR_GET_NAME, n);
  assert(n[0] == 'x' && !n[1]);
}
