// expect: unsafe deadlock
// property: deadlock
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int s[2];
static void *echo(void *arg) {
  char c;
  while (read(s[1], &c, 1) == 1) write(s[1], &c, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  char c = 'a';
  socketpair(AF_UNIX, SOCK_STREAM, 0, s);
  pthread_create(&t, 0, echo, 0);
  write(s[0], &c, 1);
  read(s[0], &c, 1);
  pthread_join(t, 0);
}
