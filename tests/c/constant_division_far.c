// expect: safe
// property: div-by-zero
// Nobody comes there.
int main(int argc, char **argv) {
  volatile int zero = 0;
  int x = 3;
  if (zero) x = 1 % 0;
  return x;
}
