// Two lists that grow in either order: 2^N heaps by place of allocation, one by type.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct small { int x; struct small *next; };
struct large { int x, y[4]; struct large *next; };

struct small *smalls;
struct large *larges;

int main(void) {
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_int()) {
      struct small *s = malloc(sizeof *s);
      s->x = 1;
      s->next = smalls;
      smalls = s;
      struct large *l = malloc(sizeof *l);
      l->x = 2;
      l->next = larges;
      larges = l;
    } else {
      struct large *l = malloc(sizeof *l);
      l->x = 2;
      l->next = larges;
      larges = l;
      struct small *s = malloc(sizeof *s);
      s->x = 1;
      s->next = smalls;
      smalls = s;
    }
  }
  if (smalls->x != 1) reach_error();
  return 0;
}
