// expect: unsafe use-after-free
// engines: naive stateful
// Addresses of locals go up the calls and die with them, again and again; one stays behind, in a copy of a record that was
// made before the address was known to leave.
#include <string.h>

struct box { int *to; struct box *in; };
static struct box shelf;

static int *same(int *p) { return p; }
static int take(struct box *b) { return *b->to; }

static int inner(int *outer, int k) {
  int mine = k;
  struct box a = {&mine, 0}, b = {outer, &a};
  struct box copy;
  memcpy(&copy, &b, sizeof b);
  return take(&b) + take(copy.in) + *same(&mine);
}

static int work(int k, int leave) {
  int mine = k;
  struct box b = {same(&mine), 0}, c;
  int sum = inner(&mine, k + 1);
  c = b;
  if (leave) {
    struct box *far = &shelf;
    far->in = &c;
    memcpy(&shelf, far->in, sizeof c);
  }
  return sum + *c.to;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) sum += work(i, 0);
  if (sum != 50) return *(int *)0;
  work(1, 1);
  work(2, 0);
  return *shelf.to;
}
