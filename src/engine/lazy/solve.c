// Solutions of trace constraint systems (doc/engines.md): which order of the events of u2 obeys program order and the dependent
// pairs, some of them reversed.
#include "engine/lazy/lazy.h"

static lazy_pair directed(const lazy_call *c, uint32_t k) {
  lazy_pair x = c->pairs[k];
  return lazy_reversed(c, k) ? (lazy_pair){x.b, x.a} : x;
}

// How many events that must come before each position are still to be placed, program order aside.
static void count_degrees(lazy *z, const lazy_call *c) {
  vec_reserve(&z->degree, c->n2 + 1);
  for (uint32_t i = 0; i < c->n2; i++) z->degree.data[i] = 0;
  for (uint32_t k = 0; k < c->n_pairs; k++) z->degree.data[directed(c, k).b]++;
  for (uint32_t k = 0; k < c->n_fixed; k++) z->degree.data[c->fixed[k].b]++;
}

static void release(lazy *z, const lazy_call *c, uint32_t at) {
  for (uint32_t i = c->touch_from[at]; i < c->touch_from[at + 1]; i++) {
    lazy_pair x = directed(c, c->touch[i]);
    if (x.a == at) z->degree.data[x.b]--;
  }
  for (uint32_t k = 0; k < c->n_fixed; k++) {
    if (c->fixed[k].a == at) z->degree.data[c->fixed[k].b]--;
  }
}

// Round robin over the processes; a process that has nothing left counts as blocked. Where nobody can go on there is a
// cycle, and what was placed solves the part in front of it.
static void linear_extension(lazy *z, const lazy_call *c) {
  count_degrees(z, c);
  vec_clear(&z->order);
  vec_clear(&z->heads);
  for (uint32_t k = 0; k < c->n_chains; k++) vec_push(&z->heads, c->chain_from[k]);
  uint32_t blocked = 0, k = 0;
  while (blocked < c->n_chains && z->order.len < c->n2) {
    uint32_t head = z->heads.data[k];
    uint32_t at = head < c->chain_from[k + 1] ? c->chain[head] : UINT32_MAX;
    if (at != UINT32_MAX && z->degree.data[at] == 0) {
      release(z, c, at);
      vec_push(&z->order, at);
      z->heads.data[k]++;
      blocked = 0;
    } else {
      blocked++;
    }
    k = k + 1 == c->n_chains ? 0 : k + 1;
  }
}

// --- the same by the solver ----------------------------------------------------------------------------------------------------

enum { TIME_BITS = 16 };

static void add_before(lazy *z, expr_vec *out, uint32_t a, uint32_t b) {
  vec_push(out, expr_ult(z->ctx->sem->terms, z->times.data[a], z->times.data[b]));
}

// A time for each event. They need not differ: events with equal times are in no constraint with each other.
static smt_answer ask_solver(lazy *z, const lazy_call *c, model **values) {
  expr_table *t = z->ctx->sem->terms;
  expr_vec constraints = {0};
  while (z->times.len < c->n2) vec_push(&z->times, expr_var(t, sort_bv(TIME_BITS), &(expr_var_info){.name = "time"}));
  for (uint32_t k = 0; k < c->n_chains; k++) {
    for (uint32_t i = c->chain_from[k] + 1; i < c->chain_from[k + 1]; i++)
      add_before(z, &constraints, c->chain[i - 1], c->chain[i]);
  }
  for (uint32_t k = 0; k < c->n_fixed; k++) add_before(z, &constraints, c->fixed[k].a, c->fixed[k].b);
  for (uint32_t k = 0; k < c->n_pairs; k++) add_before(z, &constraints, directed(c, k).a, directed(c, k).b);
  smt_answer answer = smt_check(z->ctx->sem->solver, constraints.data, constraints.len, values);
  vec_free(&constraints);
  return answer;
}

static uint64_t time_of(lazy *z, const model *values, uint32_t at) {
  expr_table *t = z->ctx->sem->terms;
  return expr_const_u64(t, expr_eval(t, z->times.data[at], values));
}

static void order_by_time(lazy *z, const model *values) {
  for (size_t i = 1; i < z->order.len; i++) {
    uint32_t x = z->order.data[i];
    size_t k = i;
    for (; k > 0 && time_of(z, values, z->order.data[k - 1]) > time_of(z, values, x); k--)
      z->order.data[k] = z->order.data[k - 1];
    z->order.data[k] = x;
  }
}

// Both must agree on whether all constraints can be met; the solver may not know. What solves a part is the linear
// extension's in any case: the maximal prefix of the list of constraints would recur for ever (5.3).
static void compare(lazy *z, const lazy_call *c) {
  model *values = NULL;
  bool whole = z->order.len == c->n2;
  if (c->n2 >= 1u << TIME_BITS) return;
  smt_answer answer = ask_solver(z, c, &values);
  CHECK(answer == SMT_UNKNOWN || (answer == SMT_SAT) == whole, "linear extension and solver agree");
  if (answer == SMT_SAT && values && z->ctx->options->lazy_solver == OPT_LAZY_SOLVER_SMT) order_by_time(z, values);
  if (values) model_free(values);
}

// Up to and including the first branching whose condition may see another value now: what the process does behind it is
// not known (5.2).
static void stop_at_horizon(lazy *z, const lazy_call *c) {
  for (size_t i = 0; i < z->order.len; i++) {
    uint32_t at = z->order.data[i];
    if (!lazy_branches(z, c->where[at])) continue;
    for (uint32_t k = c->touch_from[at]; k < c->touch_from[at + 1]; k++) {
      if (!lazy_reversed(c, c->touch[k])) continue;
      z->order.len = i + 1;
      return;
    }
  }
}

void lazy_solve(lazy *z, const lazy_call *c) {
  linear_extension(z, c);
  if (z->ctx->options->lazy_solver != OPT_LAZY_SOLVER_ORDER) compare(z, c);
  if (z->ctx->options->lazy_horizon) stop_at_horizon(z, c);
}
