// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateful stateless dpor auto
// A compound literal ends with its block.
struct pair {
  int a, b;
};

static struct pair *kept;

static int keep(int n) {
  if (n) {
    kept = &(struct pair){n, 2};
    if (n > 1) return 1;
  }
  return kept ? kept->b : 0;
}

int main(void) {
  keep(0);
  return keep(1);
}
