// expect: safe
// Arrays of variable length end with their block; what is allocated in one round of a loop is one object.
#include <alloca.h>
#include <assert.h>
int main(void) {
  int sum = 0;
  for (int i = 1; i < 4; i++) {
    int a[i];
    a[i - 1] = i;
    sum += a[i - 1];
    if (i == 2) {
      int *p = alloca(i * sizeof(int));
      p[1] = 1;
      sum += p[1];
    }
  }
  assert(sum == 7);
  return 0;
}
