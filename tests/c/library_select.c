// expect: safe
// property: assert,deadlock,no-data-race
// engines: auto stateful dpor
// select waits until one of two pipes has something; a copy of a descriptor keeps its end open.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <unistd.h>

static int a[2], b[2];

static void *writer(void *arg) {
  struct iovec pieces[2] = {{"he", 2}, {"llo", 3}};
  int again = dup(b[1]);
  close(b[1]);
  assert(writev(again, pieces, 2) == 5);
  close(again);
  return arg;
}

int main(void) {
  pthread_t t;
  char word[3], rest[8];
  struct iovec pieces[2] = {{word, 3}, {rest, 8}};
  fd_set ready;
  assert(pipe(a) == 0 && pipe(b) == 0);
  pthread_create(&t, 0, writer, 0);
  FD_ZERO(&ready);
  FD_SET(a[0], &ready);
  FD_SET(b[0], &ready);
  assert(select(b[1] + 1, &ready, 0, 0, 0) == 1);
  assert(FD_ISSET(b[0], &ready) && !FD_ISSET(a[0], &ready));
  assert(readv(b[0], pieces, 2) == 5 && word[2] == 'l' && rest[1] == 'o');
  assert(read(b[0], rest, 1) == 0);
  pthread_join(t, 0);
  return 0;
}
