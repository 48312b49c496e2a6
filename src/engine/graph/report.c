#include "engine/graph/report.h"

#include "result/explain.h"

// --- a schedule ------------------------------------------------------------------------------------------------------

// Must step a come before step b in every interleaving that shows this graph?
static bool sc_edge(const graph *g, const graph_step *a, const graph_step *b) {
  for (uint32_t i = a->first; i < a->first + a->n; i++) {
    const event *e = &g->events.data[i];
    for (uint32_t k = b->first; k < b->first + b->n; k++) {
      const event *f = &g->events.data[k];
      if (e->kind == EVENT_SPAWN && e->other == b->proc) return true;
      if (e->kind == EVENT_END && f->kind == EVENT_JOIN && f->other == a->proc) return true;
      if (event_reads(f) && f->rf == i) return true;
      if (event_writes(e) && e->mo_next == k) return true;
      bool before = event_reads(e) && event_writes(f) && f->placed && f->loc == e->loc;
      if (before && f->mo_prev == e->rf && i != k) return true;
    }
    if (e->kind == EVENT_SPAWN && e->other == b->proc) return true;
  }
  return false;
}

// The step that goes on with the region that step s began, and is one with it in an interleaving; or s.
static size_t rest_of(const graph *g, size_t s) {
  for (size_t i = s + 1; i < g->steps.len; i++)
    if (g->steps.data[i].proc == g->steps.data[s].proc) return g->steps.data[i].inside ? i : s;
  return s;
}

static bool is_ready(const graph *g, const bool *done, size_t s) {
  size_t rest = rest_of(g, s);
  for (size_t i = 0; i < g->steps.len; i++) {
    if (i == s || i == rest || done[i] || g->steps.data[i].blocked) continue;
    bool before = i < s && g->steps.data[i].proc == g->steps.data[s].proc;
    if (before || sc_edge(g, &g->steps.data[i], &g->steps.data[s])) return false;
    if (rest != s && sc_edge(g, &g->steps.data[i], &g->steps.data[rest])) return false;
  }
  return true;
}

static bool is_first(const graph *g, size_t s) {
  for (size_t i = 0; i < s; i++)
    if (g->steps.data[i].proc == g->steps.data[s].proc) return false;
  return true;
}

static bool all_done(const graph *g, const bool *done) {
  for (size_t i = 0; i < g->steps.len; i++)
    if (!done[i] && !g->steps.data[i].blocked) return false;
  return true;
}

// The steps in an order that shows the graph, all that are executed or up to the last step of it: those that have just been made first. False:
// there is none.
static bool make_schedule(const graph *g, bool all, u32_vec *out) {
  size_t n = g->steps.len;
  bool *done = MEM_NEW_N(bool, n + 1);
  bool found = all && all_done(g, done);
  vec_push(out, (uint32_t)PROC_KERNEL);
  while (!found) {
    size_t best = n;
    for (size_t i = 0; i < n; i++) {
      if (done[i] || g->steps.data[i].blocked || !is_ready(g, done, i)) continue;
      bool begins = is_first(g, i);
      if (best == n || (begins && !is_first(g, best)) || (begins && g->steps.data[i].proc < g->steps.data[best].proc))
        best = i;
    }
    if (best == n) break;
    size_t rest = rest_of(g, best);
    done[best] = done[rest] = true;
    vec_push(out, g->steps.data[best].proc);
    found = all ? all_done(g, done) : best == n - 1 || rest == n - 1;
  }
  mem_free(done);
  return found;
}

// --- an execution that no interleaving shows --------------------------------------------------------------------------

// The first n steps in the order in which they were executed, and what each reads from.
static void make_links(graph_search *x, const graph *g, size_t n, u32_vec *schedule) {
  result *r = x->ctx->result;
  u32_vec number = {0};
  vec_clear(&r->links);
  vec_push(schedule, (uint32_t)PROC_KERNEL);
  vec_push(&r->links, ((machine_link){0}));
  for (size_t i = 0; i < n; i++) {
    const graph_step *s = &g->steps.data[i];
    vec_push(&number, (uint32_t)schedule->len);
    if (s->blocked) continue;
    const event *e = s->n ? &g->events.data[s->first] : NULL;
    machine_link l = {.reads_from = MACHINE_INITIAL};
    bool access = e && event_is_access(e) && e->loc != GRAPH_NONE;
    // Of mutexes only attempts that fail need to be told what they find.
    if (access && (e->kind == EVENT_READ || x->locs.data[e->loc].kind != LOCATION_MUTEX)) {
      l.access = true;
      l.rank = x->rel.pos.data[s->first];
      l.bytes = e->block ? x->locs.data[e->loc].op.bytes : 0;
      if (event_reads(e) && e->rf != GRAPH_NONE) l.reads_from = number.data[g->events.data[e->rf].step];
    }
    vec_push(schedule, s->proc);
    vec_push(&r->links, l);
  }
  vec_free(&number);
}

// An execution that was found must be one when it is executed again; else it is no counterexample.
static bool confirmed(graph_search *x, const sem_succ *v) {
  machine_options mo = engine_machine_options(x->ctx);
  const char *why = NULL;
  if (explain_confirm(x->ctx->ir, &mo, x->ctx->result, &why)) return true;
  strbuf text = {0};
  sb_printf(&text, "a check fails in an execution graph, but not when it is executed again: %s", why ? why : "");
  engine_forget_violation(x->ctx->result);
  engine_note_unknown(x->ctx, v->at, sb_text(&text));
  sb_fini(&text);
  return false;
}

// The first n steps, and `end`: that nobody goes on behind them.
static bool report_weak(graph_search *x, const graph *g, size_t n, bool end, const sem_succ *v) {
  u32_vec schedule = {0};
  result *r = x->ctx->result;
  make_links(x, g, n, &schedule);
  if (end) vec_push(&schedule, (uint32_t)PROC_KERNEL);
  if (end) vec_push(&r->links, ((machine_link){0}));
  r->replay_memory = x->model->name;
  bool told = engine_violation(x->ctx, v, schedule.data, schedule.len);
  vec_free(&schedule);
  return told && confirmed(x, v);
}

// Those who wait take no step; that nobody can, and what was lost by then, is seen by the kernel.
bool graph_report_end(graph_search *x, const graph *g, const sem_succ *v) {
  u32_vec schedule = {0};
  bool told = false;
  relations_begin(&x->rel, g);
  if (memory_model_get(0)->consistent(&x->rel, &x->scratch) && make_schedule(g, true, &schedule)) {
    vec_push(&schedule, (uint32_t)PROC_KERNEL);
    told = engine_violation(x->ctx, v, schedule.data, schedule.len) && confirmed(x, v);
  } else if (v->check != IR_CHECK_DEADLOCK) {
    told = report_weak(x, g, g->steps.len, true, v);
  } else {
    graph_gives_up(x, v->at, "processes wait for ever in an execution that no interleaving shows");
  }
  vec_free(&schedule);
  return told;
}

bool graph_report(graph_search *x, const graph *g, const sem_succ *v) {
  u32_vec schedule = {0};
  relations_begin(&x->rel, g);
  bool told = false;
  if (!memory_model_get(0)->consistent(&x->rel, &x->scratch))
    told = report_weak(x, g, g->steps.len, false, v);
  else if (make_schedule(g, false, &schedule))
    told = engine_violation(x->ctx, v, schedule.data, schedule.len);
  else
    engine_note_unknown(x->ctx, v->at, "a check fails in an execution graph, and no order of its steps shows it");
  vec_free(&schedule);
  return told;
}

bool graph_report_undefined(graph_search *x, const graph *g, uint32_t later, uint32_t blamed, ir_check check) {
  uint32_t step = g->events.data[later].step;
  sem_succ v = {.kind = SEM_VIOLATION,
                .s = g->steps.data[step].after,
                .check = check,
                .message = ir_check_message(check),
                .at = g->events.data[blamed].at};
  return report_weak(x, g, step + 1, false, &v);
}
