// expect: unsafe assert
// property: assert
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t seen;
static void h(int n) { seen = n; }
int main(void) {
  int p[2];
  char c = 1;
  signal(SIGPIPE, h);
  pipe(p);
  close(p[0]);
  write(p[1], &c, 1);
  assert(!seen);
}
