// expect: safe
// property: assert,uninitialised
#include <assert.h>
static int x, y;
static int *find(int n) {
  for (int i = 0; i < 3; i++) {
    int k = i;
    if (k == n) return &x;
  }
  return &y;
}
static int which(int n) {
  for (int i = 0; i < 3; i++) {
    int k = i;
    if (k == n) return k;
  }
  return -1;
}
int main(void) {
  assert(find(1) == &x && find(7) == &y);
  assert(which(2) == 2 && which(9) == -1);
  return 0;
}
