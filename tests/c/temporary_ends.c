// expect: unsafe use-after-free
// engines: auto naive stateful dpor
// A struct that a function returned ends with the expression (C17 6.2.4 8): the address of its array is kept too long.
struct pair {
  int of[2];
};

static struct pair make(int a, int b) {
  struct pair p = {{a, b}};
  return p;
}

int main(void) {
  int *kept = make(1, 2).of;
  return kept[1];
}
