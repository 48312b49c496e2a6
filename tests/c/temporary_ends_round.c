// expect: unsafe use-after-free
// engines: auto naive stateful
// Each round has a struct of its own.
struct text {
  char of[40];
};

static struct text make(int n) {
  struct text t = {"round"};
  t.of[5] = (char)n;
  return t;
}

int main(void) {
  const char *last;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += make(i).of[5];
    last = make(i).of;
    sum++;
  }
  return sum + *last;
}
