// expect: unknown
// property: div-by-zero
// No value stands for it in LLVM, and it is undefined where it is computed.
int main(void) {
  int x = 1 / 0;
  return 0;
}
