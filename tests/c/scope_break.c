// expect: unsafe use-after-free
// property: null,bounds
// engines: naive stateful dpor auto
// Left by break, by goto, by its end: only one of the ways is followed by a use.
static int g;

static int *find(int n) {
  int *found = &g;
  for (int i = 0; i < 3; i++) {
    int x[2] = {i, n};
    if (n == 7) goto out;
    if (x[0] == n) {
      found = &x[1];
      break;
    }
  }
  g = *found;
out:
  return &g;
}

int main(void) { return *find(7) + *find(5) + *find(2); }
