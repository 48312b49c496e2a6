// Does the order of processes decide? (--property=determinism)
//
// From every reachable state at the start of an evaluation phase all orders of the runnable processes are run until the
// notification phase is due. Two ends that can belong to the same inputs are compared; if something that has a name
// (variables, signals, channels, what is printed) differs, the two orders are the violation. The search goes on from
// all ends, so what one order hides is seen behind it. Persistent sets leave out orders that lead to the same end: they
// keep every state in which nobody can run any more, and the end of a phase is one.
//
// Orders draw inputs in different sequences: "the same inputs" are the same values, process by process. Inside of a phase
// only states with the same inputs and path condition are merged: a state without them says nothing about what another
// order does with them.
#include "engine/confluence/confluence.h"

#include "base/hash.h"
#include "base/map64.h"
#include "engine/search/reduction.h"
#include "result/explain.h"
#include "sem/forms.h"
#include "state/store.h"

typedef struct link {
  uint32_t before, proc;
} link;  // how a state was reached; 0: not at all
typedef struct reached {
  state *s;
  uint32_t link;
  uint64_t printed;  // by whole steps of this phase, in any order
  uint64_t saying;   // by the step that is under way
} reached;
typedef VEC(reached) reached_vec;

// States of one phase that were met: by number, inputs, path condition and printed texts. Those are hashed: a collision
// of 64 bits merges two orders. Numbers are used by many phases, because stores are few (state_impl.h).
typedef struct met_set {
  state_store *numbers;
  map64 met;
} met_set;
enum { NUMBERS_MOST = 4096 };  // then a new store takes over

typedef struct search {
  engine_ctx *ctx;
  reduction order;
  met_set met;             // in the phase that is being run
  VEC(link) links;         // [0] unused
  reached_vec phases;      // states at the start of a phase, to be explored
  state_store *seen;       // those
  comparison_stores ends;  // of the ends that are compared
  proc_vec enabled, chosen;
  sem_out out;
  uint64_t left_out;
  bool found;
  bool apart;  // two orders led to ends that are not compared in all
} search;

static counters *count(search *x) { return &x->ctx->result->counters; }

static void drop(reached_vec *v) {
  while (v->len) state_unref(vec_pop(v).s);
  vec_free(v);
}

static uint32_t link_new(search *x, uint32_t before, uint32_t proc) {
  vec_push(&x->links, ((link){before, proc}));
  return (uint32_t)x->links.len - 1;
}

static void schedule_of(const search *x, uint32_t at, uint32_vec *out) {
  vec_clear(out);
  for (; at; at = x->links.data[at].before) vec_push(out, x->links.data[at].proc);
  for (size_t i = 0, k = out->len; i + 1 < k; i++, k--) {
    uint32_t tmp = out->data[i];
    out->data[i] = out->data[k - 1];
    out->data[k - 1] = tmp;
  }
}

static void take_violation(search *x, const sem_succ *v, uint32_t at) {
  uint32_vec schedule = {0};
  schedule_of(x, at, &schedule);
  x->found = engine_violation(x->ctx, v, schedule.data, schedule.len);
  vec_free(&schedule);
}

// Runs p from s (consumed); the states behind the whole step are appended to `to`. Forks inside the step are followed.
static void step(search *x, reached from, proc_id p, reached_vec *to) {
  reached_vec inside = {0};
  uint32_t at = from.link = link_new(x, from.link, p);
  vec_push(&inside, from);
  while (inside.len && !x->found && !limits_hit(x->ctx->limits)) {
    reached r = vec_pop(&inside);
    sem_out_clear(&x->out);
    sem_step(x->ctx->sem, r.s, p, &x->out);
    if (x->out.printed) r.saying = hash_combine(r.saying, x->out.printed);
    x->ctx->limits->transitions++;
    count(x)->transitions++;
    count(x)->forks += x->out.forks;
    for (size_t i = 0; i < x->out.succs.len && !x->found; i++) {
      sem_succ *n = &x->out.succs.data[i];
      if (n->kind == SEM_VIOLATION) take_violation(x, n, at);
      if (n->kind == SEM_UNKNOWN) engine_note_unknown(x->ctx, n->at, n->message);
      if (n->kind != SEM_NEXT && n->kind != SEM_INTERRUPTED) continue;
      bool over = n->kind == SEM_NEXT;
      uint64_t printed = r.printed + (over && r.saying ? hash_u64(r.saying) : 0);
      vec_push(over ? to : &inside, ((reached){n->s, at, printed, over ? 0 : r.saying}));
      n->s = NULL;
    }
  }
  drop(&inside);
}

static bool is_new(state_store *in, search *x, state *s) {
  bool fresh;
  state_store_add(in, s, sem_time_abstractable(x->ctx->sem, s), &fresh);
  return fresh;
}

static bool is_unmet(met_set *in, const reached *r) {
  bool fresh;
  uint64_t h = state_store_add(in->numbers, r->s, false, &fresh).id, pc = 0, inputs = 0;
  expr_vec conjuncts = {0};
  pathcond_conjuncts(state_pathcond(r->s), &conjuncts);
  for (size_t i = 0; i < conjuncts.len; i++) pc += hash_u64(conjuncts.data[i].id);
  for (const state_input *i = state_inputs(r->s); i; i = i->older) inputs += hash_combine(i->proc, i->literal.id);
  vec_free(&conjuncts);
  h = hash_combine(hash_combine(hash_combine(h, r->printed), pc), inputs);
  return map64_put(&in->met, h, 1);
}

// The next steps of one state inside a phase; true: it is the end of the phase, nobody can run.
static bool expand(search *x, reached from, reached_vec *to) {
  state *s = from.s;
  vec_clear(&x->enabled);
  vec_clear(&x->chosen);
  engine_enabled(x->ctx, s, &x->enabled);
  if (x->enabled.len == 0 || x->enabled.data[0] == PROC_KERNEL) return true;
  por_select(x->order.static_sets, s, x->enabled.data, x->enabled.len, &x->chosen);
  x->left_out += x->enabled.len - x->chosen.len;
  proc_vec chosen = x->chosen;  // steps use the other lists
  x->chosen = (proc_vec){0};
  for (size_t i = 0; i < chosen.len && !x->found; i++) {
    from.s = state_fork(s);
    step(x, from, chosen.data[i], to);
  }
  vec_free(&chosen);
  return false;
}

static void begin_met(search *x) {
  met_set *in = &x->met;
  map64_fini(&in->met);
  in->met = (map64){0};
  if (in->numbers && state_store_count(in->numbers) < NUMBERS_MOST) return;
  state_store_free(in->numbers);
  in->numbers = state_store_new(x->ctx->sem->terms, x->ctx->sem->solver);
}

// All ends of the phase that begins with `from` (borrowed).
static void run_phase(search *x, reached from, reached_vec *ends) {
  begin_met(x);
  reached_vec open = {0};
  state_ref(from.s);
  vec_push(&open, from);
  while (open.len && !x->found && !limits_hit(x->ctx->limits)) {
    reached r = vec_pop(&open);
    size_t first = open.len;
    if (expand(x, r, &open)) {
      vec_push(ends, r);
      continue;
    }
    state_unref(r.s);
    size_t kept = first;
    for (size_t i = first; i < open.len; i++) {
      if (is_unmet(&x->met, &open.data[i]))
        open.data[kept++] = open.data[i];
      else
        state_unref(open.data[i].s);
    }
    open.len = kept;
  }
  drop(&open);
}

static void take_order(search *x, const reached *end, const model *m) {
  uint32_vec schedule = {0};
  schedule_of(x, end->link, &schedule);
  sem_succ v = {.kind = SEM_VIOLATION,
                .s = end->s,
                .check = IR_CHECK_DETERMINISM,
                .message = ir_check_message(IR_CHECK_DETERMINISM),
                .at = PLACE_NONE};
  engine_counterexample(x->ctx, &v, schedule.data, schedule.len, m);
  vec_free(&schedule);
}

// Two orders under the values of m: does a re-execution see a difference?
static bool confirm(search *x, const reached *a, const reached *b, const model *m) {
  engine_ctx *ctx = x->ctx;
  result *r = ctx->result;
  take_order(x, b, m);
  vec_clear(&r->second_schedule);
  for (size_t i = 0; i < r->schedule.len; i++) vec_push(&r->second_schedule, r->schedule.data[i]);
  vec_clear(&r->second_inputs);
  for (size_t i = 0; i < r->inputs.len; i++) vec_push(&r->second_inputs, r->inputs.data[i]);
  take_order(x, a, m);
  machine_options mo = engine_machine_options(ctx);
  const char *why = NULL;
  bool real = explain_confirm(ctx->ir, &mo, r, &why);
  if (!real) engine_forget_violation(r);
  return real;
}

// Ends that differ in where processes stand may differ in data for some inputs only: a few are tried.
static void compare(search *x, const reached *from, const reached *a, const reached *b) {
  enum { TRIES = 256 };
  comparison c;
  comparison_open(&c, x->ctx, x->ends, state_inputs(from->s), a->s, b->s, a->printed != b->printed);
  smt_answer differ = SMT_SAT;
  bool more = true;
  for (unsigned n = 0; differ == SMT_SAT && more && !x->found && !limits_hit(x->ctx->limits); n++) {
    model *m = NULL;
    differ = comparison_ask(&c, x->ctx, &m);
    if (differ == SMT_SAT) {
      x->found = confirm(x, a, b, m);
      x->apart |= c.apart;
      more = c.partly && n < TRIES && comparison_exclude(&c, x->ctx, m);
    }
    model_free(m);
  }
  if (differ == SMT_UNKNOWN) {
    engine_note_unknown(x->ctx, PLACE_NONE, "the solver does not tell whether two orders of processes differ");
  } else if (differ == SMT_SAT && c.partly && !x->found) {
    engine_note_unknown(x->ctx, PLACE_NONE,
                        "two orders of processes lead to states that were compared for some inputs only");
  }
  comparison_close(&c);
}

static void explore(search *x, reached from) {
  reached_vec ends = {0}, next = {0};
  run_phase(x, from, &ends);
  for (size_t i = 0; i < ends.len && !x->found; i++) {
    for (size_t k = 0; k < i && !x->found && !limits_hit(x->ctx->limits); k++) {
      compare(x, &from, &ends.data[k], &ends.data[i]);
    }
  }
  for (size_t i = 0; i < ends.len && !x->found; i++) {
    vec_clear(&x->enabled);
    engine_enabled(x->ctx, ends.data[i].s, &x->enabled);
    reached end = {.s = state_fork(ends.data[i].s), .link = ends.data[i].link};
    if (x->enabled.len)
      step(x, end, PROC_KERNEL, &next);
    else
      state_unref(end.s);
  }
  while (next.len) {
    reached r = vec_pop(&next);
    r.printed = 0;
    if (is_new(x->seen, x, r.s)) {
      count(x)->states++;
      vec_push(&x->phases, r);
    } else {
      count(x)->matches++;
      state_unref(r.s);
    }
  }
  drop(&next);
  drop(&ends);
}

static void needs(const engine_ctx *ctx, sem_needs *n) {
  (void)ctx;
  n->outputs = true;
}

static void run(engine_ctx *ctx) {
  search x = {.ctx = ctx,
              .seen = state_store_new(ctx->sem->terms, ctx->sem->solver),
              .ends = {state_store_new_blank(ctx->sem->terms, ctx->sem->solver), word_store_new()}};
  for (size_t i = 0; i < ctx->options->allow_nondet.len; i++) {
    vec_push(&ctx->result->allowed, ctx->options->allow_nondet.items[i]);
  }
  reduction_open(&x.order, ctx, OPT_POR_STUB1, true);
  vec_push(&x.links, (link){0});
  vec_push(&x.phases, ((reached){.s = sem_initial(ctx->sem)}));
  while (x.phases.len && !x.found && !limits_hit(ctx->limits)) {
    reached r = vec_pop(&x.phases);
    explore(&x, r);
    state_unref(r.s);
  }
  result_add_pruned(ctx->result, "persistent sets", x.left_out);
  if (x.apart && !x.found)
    result_add_note(ctx->result, "the order decides where processes wait or what is notified: what comes of that in "
                                 "later phases is not compared");
  ctx->result->counters.stored_bytes = state_store_bytes(x.seen);
  reduction_close(&x.order);
  drop(&x.phases);
  vec_free(&x.links);
  vec_free(&x.enabled);
  vec_free(&x.chosen);
  sem_out_fini(&x.out);
  state_store_free(x.ends.controls);
  word_store_free(x.ends.words);
  state_store_free(x.seen);
  state_store_free(x.met.numbers);
  map64_fini(&x.met.met);
  engine_conclude(ctx);
}

const engine engine_confluence = {
    .name = "confluence",
    .help = "all orders of one evaluation phase against each other: --property=determinism (SystemC, IVL)",
    .kind = ENGINE_SEARCHES,
    .checks = ENGINE_ALL_CHECKS & ~(1u << IR_CHECK_ROBUST | IR_CHECKS_OF_ENDLESS_RUNS),
    .schedulers = ENGINE_KERNEL,
    .proves = true,
    .needs = needs,
    .run = run,
};
