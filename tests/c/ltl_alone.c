// expect: unsafe ltl
// property: ltl
// options: --ltl=G(x!=1)
// A value that a variable has for one step of a lone thread is seen, though nobody else could see it.
int x;

int main(void) {
  x = 1;
  x = 2;
  return 0;
}
