// expect: unknown
extern int defined_elsewhere(int);
int main(void) {
  int (*volatile f)(int) = defined_elsewhere;
  return f(1);
}
