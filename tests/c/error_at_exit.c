// expect: unsafe unreach-call
// property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  atexit(reach_error);
  return 0;
}
