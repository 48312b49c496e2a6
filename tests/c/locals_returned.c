// expect: unsafe use-after-free
// engines: naive stateful
// The address of a local is returned through two calls; the place it stood in is used again before it is looked at.
struct pair { int *first; int second; };

static int *through(int **p) { return *p; }

static int *leave(int k) {
  int mine = k;
  int *at = &mine, **twice = &at;
  return through(twice);
}

static struct pair leave_pair(int k) {
  int mine = k;
  struct pair p = {&mine, k};
  return p;
}

static int fresh(int k) {
  int mine = k;
  int *volatile at = &mine;
  return *at;
}

int main(void) {
  int *gone = leave(1);
  struct pair p = leave_pair(2);
  if (gone == p.first) return 1;
  fresh(3);
  leave(4);
  leave_pair(5);
  return *gone + *p.first;
}
