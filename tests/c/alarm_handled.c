// expect: unknown
// property: assert
#include <signal.h>
#include <unistd.h>
static void h(int n) {}
int main(void) {
  alarm(10);
  signal(SIGALRM, h);
  return 0;
}
