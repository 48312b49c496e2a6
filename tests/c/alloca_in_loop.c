// expect: unknown
// Two objects that live at once: the first one is not the second one.
#include <alloca.h>
#include <assert.h>
int main(void) {
  int *p[2];
  for (int i = 0; i < 2; i++) {
    p[i] = alloca(sizeof(int));
    *p[i] = i;
  }
  assert(*p[0] == 1);
  return 0;
}
