// expect: unsafe deadlock
// property: deadlock
// engines: auto dpor
// The copy is never closed: who reads to the end waits for ever.
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
  (void)(writev(again, pieces, 2) == 5);
  return arg;
}

int main(void) {
  pthread_t t;
  char word[3], rest[8];
  struct iovec pieces[2] = {{word, 3}, {rest, 8}};
  fd_set ready;
  (void)(pipe(a) == 0 && pipe(b) == 0);
  pthread_create(&t, 0, writer, 0);
  FD_ZERO(&ready);
  FD_SET(a[0], &ready);
  FD_SET(b[0], &ready);
  (void)(select(b[1] + 1, &ready, 0, 0, 0) == 1);
  (void)(FD_ISSET(b[0], &ready) && !FD_ISSET(a[0], &ready));
  (void)(readv(b[0], pieces, 2) == 5 && word[2] == 'l' && rest[1] == 'o');
  (void)(read(b[0], rest, 1) == 0);
  pthread_join(t, 0);
  return 0;
}
