// expect: safe
// property: assert,uninitialised,null
// engines: naive stateful stateless dpor auto
// The successor is merged at the end of the loop's condition, where it is not set on the way out: nobody reads it there.
#include <assert.h>

struct node { struct node *next; int v; };
static struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1};

int main(void) {
  struct node *e, *next;
  int sum = 0, last;
  for (e = &a; e && (next = e->next, last = e->v, 1); e = next) sum += last;
  assert(sum == 6);
  return 0;
}
