#include "engine/robust/search.h"

#include "result/explain.h"
#include "sem/forms.h"
#include "sem/peek.h"

static counters *count(robust_search *x) { return &x->ctx->result->counters; }

// --- stored states -----------------------------------------------------------------------------------------------------

static void put_number(byte_vec *out, uint32_t n) {
  for (int i = 0; i < 4; i++) vec_push(out, (uint8_t)(n >> (8 * i)));
}

// Is this the first visit? Inputs that are left in the state get canonical names for the comparison.
static bool is_new(robust_search *x, const state *s, monitor *m) {
  bool fresh;
  sem *own = x->ctx->sem;
  state *c = state_fork((state *)(uintptr_t)s);
  if (!state_is_concrete(c)) sem_name_inputs(own, c);
  uint32_t id = state_store_add(x->states, c, sem_time_abstractable(own, c), &fresh).id;
  state_unref(c);
  vec_clear(&x->key);
  put_number(&x->key, id);
  vec_clear(&x->live);
  sem_live(own, s, &x->live);
  monitor_forget(m, &x->live);
  monitor_key(m, &x->key);
  keyset_add(&x->seen, x->key.data, x->key.len, &fresh);
  if (fresh)
    count(x)->states++;
  else
    count(x)->matches++;
  return fresh;
}

// --- nodes -------------------------------------------------------------------------------------------------------------

static void drop(node *n) {
  if (n->s) state_unref(n->s);
  monitor_free(n->m);
  vec_free(&n->choices);
}

// Who can do what nobody else can see comes first, and alone.
static void put_hidden_first(robust_search *x, node *n) {
  for (size_t i = 0; i < n->choices.len; i++) {
    weak_op op;
    proc_id p = n->choices.data[i];
    if (p == PROC_KERNEL) return;
    robust_next(x, n->s, p, &op);
    if (op.kind != WEAK_NOTHING || op.inside) continue;
    n->choices.data[i] = n->choices.data[0];
    n->choices.data[0] = p;
    n->alone = true;
    return;
  }
}

// Takes s and m.
static void push(robust_search *x, state *s, monitor *m) {
  node n = {.s = s, .m = m, .way = x->way.len};
  if (n.way) n.last = vec_last(&x->way);
  engine_enabled(x->ctx, s, &n.choices);
  put_hidden_first(x, &n);
  vec_push(&x->stack, n);
}

// --- steps -------------------------------------------------------------------------------------------------------------

// A violation of an interleaving, as far as the second interpreter sees it.
static void take_violation(robust_search *x, const sem_succ *v, proc_id p) {
  schedule_vec schedule = {0};
  const char *why = NULL;
  machine_options mo = engine_machine_options(x->ctx);
  vec_push(&schedule, (uint32_t)PROC_KERNEL);
  for (size_t i = 0; i < x->way.len; i++) vec_push(&schedule, x->way.data[i].proc);
  vec_push(&schedule, p);
  x->violation = engine_violation(x->ctx, v, schedule.data, schedule.len) &&
                 explain_confirm(x->ctx->ir, &mo, x->ctx->result, &why);
  vec_free(&schedule);
  if (x->violation) return;
  engine_forget_violation(x->ctx->result);
  robust_gives_up(x, v->at, why ? why : "a check may fail, and no run is known in which it does");
}

// The end of a step; true: it leads to something new, which is explored next.
static bool arrive(robust_search *x, const node *from, proc_id p, const weak_op *op, const footprint *f, sem_succ *v) {
  taken t;
  monitor *m = robust_follow(x, from->s, from->m, p, op, f, v->s, &t);
  bool fresh = m && is_new(x, v->s, m);
  if (!fresh) {
    monitor_free(m);
    return false;
  }
  x->way.len = from->way;
  vec_push(&x->way, t);
  push(x, v->s, m);
  v->s = NULL;
  return true;
}

// One way that a step may go: so far, with what it has touched.
typedef struct part_way {
  state *s;
  footprint touched;
} part_way;
typedef VEC(part_way) part_way_vec;

static footprint with(const footprint *a, const footprint *b) {
  footprint f = {0};
  for (size_t i = 0; i < a->len; i++) vec_push(&f, a->data[i]);
  for (size_t i = 0; i < b->len; i++) footprint_add(&f, b->data[i]);
  return f;
}

typedef struct stepping {
  const node *from;
  proc_id p;
  const weak_op *op;
  part_way_vec ways;
  bool all_new;
} stepping;

static void take(robust_search *x, stepping *w, sem_succ *v, const footprint *f) {
  switch (v->kind) {
  case SEM_NEXT: w->all_new &= arrive(x, w->from, w->p, w->op, f, v); break;
  case SEM_INTERRUPTED:
    vec_push(&w->ways, ((part_way){v->s, with(f, &(footprint){0})}));
    v->s = NULL;
    break;
  case SEM_FINAL: count(x)->executions++; break;
  case SEM_CUT: count(x)->infeasible++; break;
  case SEM_VIOLATION: take_violation(x, v, w->p); break;
  case SEM_UNKNOWN: robust_gives_up(x, v->at, v->message); break;
  }
}

// All ways of the step of p. True: each leads to something new.
static bool step(robust_search *x, const node *from, proc_id p, const weak_op *op) {
  stepping w = {.from = from, .p = p, .op = op, .all_new = true};
  sem_out out = {0};
  vec_push(&w.ways, ((part_way){.s = state_fork(from->s)}));
  while (w.ways.len && !x->violation) {
    part_way at = vec_pop(&w.ways);
    x->way.len = from->way;
    sem_out_clear(&out);
    sem_step(x->ctx->sem, at.s, p, &out);
    count(x)->transitions++;
    x->ctx->limits->transitions++;
    count(x)->forks += out.forks;
    if (out.deadlock) count(x)->deadlocks++;
    footprint f = with(&at.touched, &out.touched);
    for (size_t i = 0; i < out.succs.len && !x->violation; i++) take(x, &w, &out.succs.data[i], &f);
    vec_free(&f);
    vec_free(&at.touched);
  }
  for (size_t i = 0; i < w.ways.len; i++) {
    state_unref(w.ways.data[i].s);
    vec_free(&w.ways.data[i].touched);
  }
  vec_free(&w.ways);
  sem_out_fini(&out);
  return w.all_new;
}

static void advance(robust_search *x) {
  size_t at = x->stack.len - 1;
  node n = x->stack.data[at];
  if (n.next == n.choices.len) {
    drop(&n);
    x->stack.len--;
    return;
  }
  proc_id p = n.choices.data[n.next];
  weak_op op = {0};
  x->stack.data[at].next++;
  x->way.len = n.way;
  if (n.way) vec_last(&x->way) = n.last;
  if (n.way > count(x)->max_depth) count(x)->max_depth = n.way;
  if (p != PROC_KERNEL) {
    robust_next(x, n.s, p, &op);
    robust_judge(x, n.s, n.m, p, &op);
    if (op.kind == WEAK_OTHER) robust_gives_up(x, op.at, op.what);
    if (op.kind == WEAK_OTHER || x->violation) return;
  }
  bool all_new = step(x, &n, p, &op);
  if (n.alone && n.next == 0 && all_new) x->stack.data[at].next = n.choices.len;
}

// --- the search --------------------------------------------------------------------------------------------------------

// What comes before the processes: one step that may fail.
static void elaborate(robust_search *x) {
  sem *m = x->ctx->sem;
  state *s = sem_initial(m);
  proc_vec enabled = {0};
  for (;;) {
    vec_clear(&enabled);
    sem_enabled(m, s, &enabled);
    if (!enabled.len || enabled.data[0] != PROC_KERNEL) break;
    sem_out_clear(&x->out);
    count(x)->transitions++;
    sem_step(m, s, PROC_KERNEL, &x->out);
    s = NULL;
    if (x->out.succs.len != 1 || x->out.succs.data[0].kind != SEM_NEXT) {
      robust_gives_up(x, PLACE_NONE, "the program does not come to its begin in one way");
      break;
    }
    s = x->out.succs.data[0].s;
    x->out.succs.data[0].s = NULL;
  }
  vec_free(&enabled);
  if (!s) return;
  monitor *m0 = monitor_new();
  monitor_grow(m0, 0, sem_procs(s) + 1);
  is_new(x, s, m0);
  push(x, s, m0);
}

static void run_once(robust_search *x) {
  engine_ctx *ctx = x->ctx;
  x->states = state_store_new(ctx->sem->terms, ctx->sem->solver);
  x->rounds = state_store_new(ctx->sem->terms, ctx->sem->solver);
  keyset_init(&x->seen);
  x->again = false;
  vec_clear(&x->way);
  elaborate(x);
  while (x->stack.len && !x->violation && !x->again && !limits_hit(ctx->limits)) {
    advance(x);
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, x->way.len, x->stack.len);
  }
  while (x->stack.len) drop(&x->stack.data[--x->stack.len]);
  count(x)->stored_bytes = state_store_bytes(x->states) + keyset_bytes(&x->seen);
  state_store_free(x->states);
  state_store_free(x->rounds);
  keyset_fini(&x->seen);
}

static void search(robust_search *x) {
  enum { MOST = 200 };
  result *r = x->ctx->result;
  const char *reason = r->reason;
  for (int n = 0; n < MOST; n++) {
    run_once(x);
    if (!x->again || x->violation || limits_hit(x->ctx->limits)) return;
    r->counters = (counters){0};
    r->reason = reason;
    r->reason_at = PLACE_NONE;
  }
  robust_gives_up(x, PLACE_NONE, "too many objects are made beside others");
}

static void needs(const engine_ctx *ctx, sem_needs *n) {
  (void)ctx;
  n->footprints = n->orders = n->weak = true;
}

static void run(engine_ctx *ctx) {
  const uint32_t checks = ctx->sem->options.checks;
  bool weak = ctx->options->memory_model == OPT_MEMORY_MODEL_RC11;
  robust_search x = {.ctx = ctx, .asked = checks >> IR_CHECK_ROBUST & 1, .races = checks >> IR_CHECK_RACE & 1};
  x.judges = x.asked || weak;
  x.races |= weak;
  search(&x);
  vec_free(&x.sites);
  map64_fini(&x.site_index);
  vec_free(&x.objects);
  vec_free(&x.key);
  vec_free(&x.stack);
  vec_free(&x.way);
  sem_out_fini(&x.out);
  vec_free(&x.live);
  engine_conclude(ctx);
}

const engine engine_robust = {
    .name = "robust",
    .help = "threads: stored states of all interleavings, watched for what RC11 allows beyond them; cycles close",
    .source = "ROBUST19",
    .kind = ENGINE_SEARCHES,
    .checks = (ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_UNINIT)) | 1u << IR_CHECK_ROBUST,
    .schedulers = ENGINE_THREADS,
    .sees_unordered = true,
    .proves = true,
    .follows_runs = true,
    .by_number = true,
    .memory_models = 1u << OPT_MEMORY_MODEL_RC11,
    .needs = needs,
    .run = run,
};
