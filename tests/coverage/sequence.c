// Sequential, without inputs: what gcov counts and what the verifier comes to are the same lines.
#include <stdio.h>
#include <stdlib.h>

static int kind(int n) {
  switch (n % 4) {
  case 0: return 1;
  case 1: return 2;
  case 2:
    return 3;
  default:
    return 4;
  }
}

static int never(int n) {
  int twice = n * 2;
  return twice;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += kind(i);
    if (sum > 100) {
      sum = never(sum);
    } else if (sum == 3) {
      sum++;
    }
  }
  if (sum == 0)
    abort();
  while (sum > 5)
    sum -= 3;
  printf("%d\n", sum);
  return 0;
}
