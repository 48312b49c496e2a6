// expect: safe
// property: assert,deadlock
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int s[2];
static void *echo(void *arg) {
  char c;
  while (read(s[1], &c, 1) == 1) {
    c++;
    write(s[1], &c, 1);
  }
  close(s[1]);
  return 0;
}
int main(void) {
  pthread_t t;
  char c = 'a';
  assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, s));
  pthread_create(&t, 0, echo, 0);
  send(s[0], &c, 1, MSG_NOSIGNAL);
  assert(recv(s[0], &c, 1, 0) == 1 && c == 'b');
  shutdown(s[0], SHUT_WR);
  assert(recv(s[0], &c, 1, 0) == 0);
  pthread_join(t, 0);
}
