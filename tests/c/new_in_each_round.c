// expect: unsafe uninitialised
// property: uninitialised
static int sum;
int main(void) {
  for (int i = 0; i < 2; i++) {
    int value;
    if (i == 0) value = 3;
    sum += value;
  }
  return 0;
}
