// expect: safe
// property: valid-memsafety
// engines: stateful dpor auto
// flags: -std=gnu17
// Compound literals within their blocks: rounds, jumps, statement expressions, threads.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int a, b;
};
#define MAKE(x, y) (&(struct pair){(x), (y)})
#define GREATER(x, y) ({ int x_ = (x), y_ = (y); x_ > y_ ? x_ : y_; })

static int sum(const struct pair *p) { return p->a + p->b; }

static int ways(int d) {
  if (d == 0) return sum(&(struct pair){.a = 1});
  if (d == 1) {
    return sum(MAKE(ways(0), 0));
  }
  do {
    const struct pair *o = &(struct pair){d, 0};
    if (o->a == 3) {
      d = 2;
      continue;
    }
    return sum(o);
  } while (0);
  return d;
}

static int rounds(void) {
  int t = 0;
  for (int i = 0; i < 3; i++) {
    struct pair *q = MAKE(i, GREATER(i, 1));
    if (i == 1) continue;
    t += sum(q);
    if (__VERIFIER_nondet_int()) {
      t += sum(MAKE(1, 2));
      if (t == 100) break;
    }
    switch (i) {
    case 0: {
      struct pair *z = MAKE(1, 1);
      t += sum(z);
      break;
    }
    case 2: t += sum(MAKE(0, i ? 1 : 2));
    }
    t += q->a;
  }
  struct pair v = ({ (struct pair){1, 2}; });
  v = ({
    struct pair *p = MAKE(v.b, 4);
    *p;
  });
  int *numbers = (int[]){1, 2, 3};
  for (int i = 0; i < 3; i++) t += numbers[i];
  return t + v.a;
}

static void *add(void *p) {
  ((struct pair *)p)->b += ((struct pair *)p)->a;
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    struct pair *q = MAKE(i, 0);
    if (pthread_create(&t, 0, add, q)) goto out;
    pthread_join(t, 0);
    if (q->b != i) return 1;
  }
out:
  return ways(__VERIFIER_nondet_int() & 3) + rounds();
}
