// expect: safe bounded
// options: --address-objects=3
// engines: auto stateful
// More addresses than may be free: the rest have one each.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
enum { N = 6 };
int main(void) {
  char *p[N];
  for (int i = 0; i < N; i++) p[i] = malloc(8);
  for (int i = 0; i < N; i++)
    for (int k = i + 1; k < N; k++) assert((uintptr_t)p[i] - (uintptr_t)p[k] >= 8 && (p[i] < p[k] || p[k] < p[i]));
  return 0;
}
