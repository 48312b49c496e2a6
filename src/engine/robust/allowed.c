// What RC11 allows a step that no interleaving shows.
#include "engine/robust/search.h"
#include "result/explain.h"
#include "sem/forms.h"

static const char *const not_shown = "not shown to be robust: RC11 may allow here what no interleaving shows";

// --- what the step would come to ---------------------------------------------------------------------------------------

typedef enum fortune { FORTUNE_NOTHING, FORTUNE_WRITES, FORTUNE_MORE } fortune;

// The step of p if it finds v: does it come back to where it is, with all as it was? Such a round of a loop that waits can be taken out of an execution.
static fortune try_value(robust_search *x, const state *s, proc_id p, const weak_op *op, value v) {
  sem *m = x->ctx->sem;
  bool abstract = sem_time_abstractable(m, s), is_new;
  state *before = state_fork((state *)(uintptr_t)s);
  if (!sem_weak_set(m, before, op, v)) {
    state_unref(before);
    return FORTUNE_MORE;
  }
  uint32_t id = state_store_add(x->rounds, before, abstract, &is_new).id;
  sem_out_clear(&x->out);
  m->needs.aside = true;
  sem_step(m, before, p, &x->out);
  m->needs.aside = false;
  fortune f = sem_weak_wrote(&x->out.touched, op) ? FORTUNE_WRITES : FORTUNE_MORE;
  bool one = x->out.succs.len == 1 && x->out.succs.data[0].kind == SEM_NEXT;
  if (one && f == FORTUNE_MORE && state_store_add(x->rounds, x->out.succs.data[0].s, abstract, &is_new).id == id)
    f = FORTUNE_NOTHING;
  sem_out_clear(&x->out);
  return f;
}

static bool matters(robust_search *x, const state *s, proc_id p, const weak_op *op, const segment *g) {
  if (op->kind == WEAK_STORE) return g->free;
  if (op->kind == WEAK_RMW) return g->free;
  if (!op->atomic || g->any || op->kind == WEAK_TRYLOCK) return true;
  for (uint8_t i = 0; i < g->n; i++) {
    fortune f = try_value(x, s, p, op, g->values[i]);
    if (f == FORTUNE_MORE || (f == FORTUNE_WRITES && g->free)) return true;
  }
  return false;
}

// --- a violation ---------------------------------------------------------------------------------------------------------

// The way here and the step that reads from (or stands behind) the k-th write of its place, 0: the initial value.
static void make_links(robust_search *x, proc_id p, const weak_op *op, uint32_t n, uint32_t k, schedule_vec *schedule) {
  result *r = x->ctx->result;
  vec_clear(&r->links);
  vec_push(schedule, (uint32_t)PROC_KERNEL);
  vec_push(&r->links, ((machine_link){0}));
  uint32_t *last = MEM_NEW_N(uint32_t, x->sites.len + 1), *count = MEM_NEW_N(uint32_t, x->sites.len + 1);
  uint32_t source = MACHINE_INITIAL;
  for (size_t i = 0; i < x->way.len; i++) {
    const taken *t = &x->way.data[i];
    machine_link l = {.reads_from = MACHINE_INITIAL};
    if (t->site != NO_SITE && (!t->writes || x->sites.data[t->site].kind != SITE_MUTEX)) {
      l.access = true;
      if (t->reads && last[t->site]) l.reads_from = last[t->site];
    }
    if (t->site != NO_SITE && t->writes) {
      last[t->site] = (uint32_t)schedule->len;
      l.rank = 2 * ++count[t->site];
      if (t->site == n && count[n] == k) source = (uint32_t)schedule->len;
    }
    if (l.access) l.bytes = t->block;
    vec_push(schedule, t->proc);
    vec_push(&r->links, l);
  }
  machine_link l = {
      .access = true, .reads_from = MACHINE_INITIAL, .rank = 2 * k + 1, .bytes = op->block ? op->bytes : 0};
  if (op->kind != WEAK_STORE) l.reads_from = source;
  vec_push(schedule, p);
  vec_push(&r->links, l);
  mem_free(last);
  mem_free(count);
}

static uint32_t writes_so_far(const robust_search *x, uint32_t n) {
  uint32_t k = 0;
  for (size_t i = 0; i < x->way.len; i++) k += x->way.data[i].site == n && x->way.data[i].writes;
  return k;
}

// An execution that the second interpreter finds to be one of RC11 and no interleaving; the newest writes are tried first.
static bool report(robust_search *x, const state *s, proc_id p, const weak_op *op, uint32_t n) {
  enum { TRIES = 32 };
  engine_ctx *ctx = x->ctx;
  machine_options mo = engine_machine_options(ctx);
  sem_succ v = {.kind = SEM_VIOLATION,
                .s = (state *)(uintptr_t)s,
                .check = IR_CHECK_ROBUST,
                .message = ir_check_message(IR_CHECK_ROBUST),
                .at = op->at};
  uint32_t most = writes_so_far(x, n);
  for (uint32_t k = most; k-- > 0 && most - k <= TRIES;) {
    schedule_vec schedule = {0};
    const char *why = NULL;
    make_links(x, p, op, n, k, &schedule);
    ctx->result->replay_memory = "rc11";
    bool real = engine_violation(ctx, &v, schedule.data, schedule.len) &&
                explain_confirm(ctx->ir, &mo, ctx->result, &why);
    vec_free(&schedule);
    if (real) return true;
    engine_forget_violation(ctx->result);
  }
  return false;
}

// --- judging -------------------------------------------------------------------------------------------------------------

static bool may_differ(weak_kind k) { return (k >= WEAK_LOAD && k <= WEAK_CAS) || k == WEAK_TRYLOCK; }

void robust_judge(robust_search *x, const state *s, const monitor *m, proc_id p, const weak_op *op) {
  uint32_t n, from, to;
  if (!x->judges || !may_differ(op->kind) || !robust_site(x, op, &n)) return;
  bool sc = op->atomic && op->kind != WEAK_TRYLOCK && op->order == IR_SC &&
            (op->kind != WEAK_CAS || op->failure == IR_SC);
  if (!monitor_stale(m, p, n, sc, &from, &to)) return;
  bool found = false;
  for (uint32_t i = from; i < to && !found; i++) found = matters(x, s, p, op, &m->spots[n].segments.data[i]);
  if (!found) return;
  if (x->asked && report(x, s, p, op, n))
    x->violation = true;
  else
    robust_gives_up(x, op->at, not_shown);
}

// What fails may have found an old state.
void robust_judge_region(robust_search *x, const monitor *m, proc_id p, const weak_op *op, uint32_t n) {
  uint32_t from, to;
  if (x->judges && monitor_stale(m, p, n, false, &from, &to)) robust_gives_up(x, op->at, not_shown);
}
