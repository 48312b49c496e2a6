// expect: safe
// property: assert
// engines: auto naive stateful dpor
// Overlapping ranges in both directions, sizes that are known and such that are not, bytes and words, while another thread looks on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int a[4] = {1, 2, 3, 4};
static char *text;
static int seen;
static void *look(void *unused) {
  seen = a[0] + text[0];
  return 0;
}
int main(void) {
  pthread_t t;
  text = malloc(24);
  for (int i = 0; i < 24; i++) text[i] = (char)i;
  pthread_create(&t, 0, look, 0);
  memmove(a + 1, a, 3 * sizeof *a);
  assert(a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3);
  memmove(a, a + 1, 3 * sizeof *a);
  assert(a[0] == 1 && a[1] == 2 && a[2] == 3 && a[3] == 3);
  for (int n = 3; n < 21; n += 17) {
    memmove(text + 1, text, (size_t)n);
    for (int i = 1; i <= n; i++) assert(text[i] == i - 1);
    memmove(text, text + 1, (size_t)n);
    for (int i = 0; i < n; i++) assert(text[i] == i);
    text[n] = (char)n;
  }
  pthread_join(t, 0);
  free(text);
  return 0;
}
