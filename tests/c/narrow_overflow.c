// expect: unsafe overflow
// property: no-overflow
// Numbers of less than eight bits overflow, too.
int main(void) {
  _BitInt(4) a = 7, b = 1;
  a = a + b;
  return 0;
}
