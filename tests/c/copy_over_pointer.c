// expect: unsafe assert
// property: assert,valid-deref
// engines: auto naive stateful dpor
// A copy in pieces that together replace a pointer does not look at its address: the loops behind it end no step.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct target {
  void *pointer;
  long other;
};

int main(void) {
  int x = 0, *words = malloc(4 * sizeof(int));
  struct target to = {&x, 1};
  for (int i = 0; i < 4; i++) words[i] = i;
  memcpy(&to.pointer, words, sizeof to.pointer);
  memcpy(words, &to.pointer, sizeof to.pointer);
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += words[i];
  assert(sum != 6);
  free(words);
  return 0;
}
