// expect: safe
// property: valid-memsafety
// engines: stateful dpor auto
// Members that are constants get their values in many ways, and members beside them are written: directly, through pointers, in loops.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct item {
  const int key;
  int value;
};
struct table {
  const char name[4];
  struct item items[2];
  int *const place;
  const int grid[2][2];
};
#define ITEM(name, k) struct item name = {k, (k) + 1}

static struct item make(int k) { return (struct item){k, k}; }
static struct table fill(int k) {
  struct table t = {"ab", {{k, 1}, {k, 2}}, NULL, {{k, 1}, {2, k}}};
  return t;
}
static void set(int *p) { *p = 7; }
static int sum(struct item by_value, const struct item *p) {
  by_value.value++;
  return by_value.value + p->key;
}

static struct item fixed = {1, 2};
static _Thread_local struct item mine = {3, 4};

int main(void) {
  int v = __VERIFIER_nondet_int() & 1, n = 0;
  for (int i = 0; i < 2; i++) {
    struct item a = {v, i}, b = a, c = make(v),
                d = v ? (struct item){5, 6}
                      : make(i) /* ; , */;
    ITEM(e, i);
    struct table t = fill(v), u = {.grid = {{v, v}, {v, 1}},
                                   .place = &n};
    struct item *p = &b;
    a.value = 3;
    p->value++;
    set(&c.value);
    set(&t.items[v].value);
    u.items[v].value = d.value + e.value;
    n += sum(a, &b) + t.grid[1][0] + *u.place;
  }
  fixed.value = mine.value = n;
  struct item *heap = malloc(sizeof *heap);
  if (heap) memcpy(heap, &fixed, sizeof *heap);
  free(heap);
  return 0;
}
