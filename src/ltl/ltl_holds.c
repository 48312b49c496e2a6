// The meaning of a formula on a run that comes back to a state: for each node and each place a truth value, arguments first. `f U g` is the
// least solution of x = g or (f and next x), `f R g` the greatest one of x = g and (f or next x): two rounds from the last place to
// the first find them, since the second begins with what the first has found at the start of the loop.
#include "base/mem.h"
#include "ltl/ltl.h"

typedef struct run {
  size_t n, loop;
  const uint64_t *labels;
} run;

static size_t next_of(const run *r, size_t k) { return k + 1 < r->n ? k + 1 : r->loop; }

static void solve(const run *r, const bool *a, const bool *b, bool greatest, bool *x) {
  for (size_t k = 0; k < r->n; k++) x[k] = greatest;
  for (int round = 0; round < 2; round++) {
    for (size_t k = r->n; k-- > 0;) {
      bool later = x[next_of(r, k)];
      x[k] = greatest ? b[k] && (a[k] || later) : b[k] || (a[k] && later);
    }
  }
}

static void evaluate(const run *r, const ltl_node *n, bool *const *value, bool *x) {
  const bool *a = value[n->a], *b = value[n->b];
  if (n->op == LTL_UNTIL || n->op == LTL_RELEASE) {
    solve(r, a, b, n->op == LTL_RELEASE, x);
    return;
  }
  for (size_t k = 0; k < r->n; k++) {
    switch (n->op) {
    case LTL_TRUE: x[k] = true; break;
    case LTL_ATOM: x[k] = r->labels[k] >> n->a & 1; break;
    case LTL_NOT: x[k] = !a[k]; break;
    case LTL_AND: x[k] = a[k] && b[k]; break;
    case LTL_OR: x[k] = a[k] || b[k]; break;
    case LTL_NEXT: x[k] = a[next_of(r, k)]; break;
    case LTL_UNTIL:
    case LTL_RELEASE: UNREACHABLE("solved above");
    }
  }
}

bool ltl_holds(const ltl *f, const uint64_t *labels, size_t n, size_t loop) {
  CHECK(loop < n, "the run comes back to one of its states");
  run r = {n, loop, labels};
  bool **value = MEM_NEW_N(bool *, f->nodes.len);
  for (size_t i = 0; i < f->nodes.len; i++) value[i] = MEM_NEW_N(bool, n);
  for (size_t i = 0; i < f->nodes.len; i++) {
    evaluate(&r, &f->nodes.data[i], value, value[i]);
  }
  bool holds = value[f->root][0];
  for (size_t i = 0; i < f->nodes.len; i++) mem_free(value[i]);
  mem_free(value);
  return holds;
}
