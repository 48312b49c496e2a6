// The end of a graph: counted, judged for races, written down.
#include <stdlib.h>

#include "base/file.h"
#include "engine/graph/report.h"
#include "sem/peek.h"

// --- races -----------------------------------------------------------------------------------------------------------

static bool conflict(const event *a, const event *b) {
  return event_is_access(a) && event_is_access(b) && a->proc != b->proc && a->loc == b->loc &&
         (event_writes(a) || event_writes(b)) && !(a->atomic && b->atomic);
}

static bool ends_place(const graph_search *x, const event *d, const event *a) {
  return d->kind == EVENT_DIE && event_is_access(a) && d->proc != a->proc && x->locs.data[a->loc].op.obj == d->other;
}

// The step that made the object of a place, if processes existed then; GRAPH_NONE: it was there before.
static uint32_t birth_of(const graph_search *x, const graph *g, uint32_t loc) {
  uint32_t obj = x->locs.data[loc].op.obj;
  if (obj <= x->ctx->ir->n_globals || sem_object_alive(x->ctx->sem, g->start, obj)) return GRAPH_NONE;
  for (uint32_t i = 0; i < g->steps.len; i++) {
    const state *s = g->steps.data[i].after;
    if (s && sem_object_alive(x->ctx->sem, s, obj)) return sem_weak_shared(s) ? i : GRAPH_NONE;
  }
  return GRAPH_NONE;
}

// Does the access happen behind the step that made its object? Something that its process did later must come before it.
static bool comes_after_birth(const graph_search *x, const graph *g, const uint64_t *before, uint32_t access,
                              uint32_t birth) {
  proc_id maker = g->steps.data[birth].proc;
  if (g->events.data[access].proc == maker) return true;
  for (uint32_t i = 0; i < x->rel.n; i++) {
    const event *e = &g->events.data[i];
    bool later = e->proc == maker && (e->step > birth || (e->step == birth && e->kind == EVENT_SPAWN));
    if (later && row_has(before, i)) return true;
  }
  return false;
}

// An access to an object whose making nothing orders before it.
static void look_for_early_accesses(graph_search *x, const graph *g) {
  for (uint32_t b = 0; b < x->rel.n && !x->race; b++) {
    const event *e = &g->events.data[b];
    uint32_t birth = event_is_access(e) ? birth_of(x, g, e->loc) : GRAPH_NONE;
    if (birth == GRAPH_NONE || comes_after_birth(x, g, row(&x->rel, &x->rel.hb, b), b, birth)) continue;
    x->race = true;
    if (x->lives) x->violation = graph_report_undefined(x, g, b, b, IR_CHECK_FREED);
    x->race_at[0] = e->at;
    x->race_at[1] = x->locs.data[e->loc].op.at;
    const graph_step *s = &g->steps.data[birth];
    if (s->n) x->race_at[1] = g->events.data[s->first].at;
  }
}

// Two accesses, one of them not atomic, or an access and the end of its object, that nothing orders: behaviour is undefined.
void graph_look_for_races(graph_search *x, const graph *g) {
  bool c11 = x->model->undefined_races;
  relations_begin(&x->rel, g);
  relations_porf(&x->rel);
  relations_hb(&x->rel);
  bits_vec *order = c11 ? &x->rel.hb : &x->rel.porf;
  for (uint32_t b = 0; b < x->rel.n && !x->race; b++) {
    for (uint32_t a = 0; a < b && !x->race; a++) {
      const event *ea = &g->events.data[a], *eb = &g->events.data[b];
      bool unordered = !row_has(row(&x->rel, order, b), a);
      bool ends = ends_place(x, ea, eb) || ends_place(x, eb, ea);
      if (!unordered || !(ends || (c11 && conflict(ea, eb)))) continue;
      x->race = true;
      if (x->races && !ends) x->violation = graph_report_undefined(x, g, b, b, IR_CHECK_RACE);
      if (x->lives && ends && c11)
        x->violation = graph_report_undefined(x, g, b, eb->kind == EVENT_DIE ? a : b, IR_CHECK_FREED);
      x->race_at[0] = ea->at;
      x->race_at[1] = eb->at;
    }
  }
  if (c11 && !x->race) look_for_early_accesses(x, g);
}

// --- addresses that are used again ----------------------------------------------------------------------------------

// Does the step s come before the event?
static bool step_before(graph_search *x, const graph *g, uint32_t s, uint32_t of) {
  proc_id p = g->steps.data[s].proc;
  for (uint32_t i = 0; i < x->rel.n; i++)
    if (g->events.data[i].proc == p && g->events.data[i].step >= s)
      return i == of || row_has(row(&x->rel, &x->rel.porf, of), i);
  return false;
}

// An object gets a new address here. Where it may have been made when another one had ended, it might also have got the address of that one.
static void look_for_reuse(graph_search *x, const graph *g) {
  for (uint32_t s = 0; s < g->steps.len; s++) {
    if (!g->steps.data[s].makes) continue;
    relations_begin(&x->rel, g);
    relations_porf(&x->rel);
    for (uint32_t d = 0; d < x->rel.n; d++) {
      const event *e = &g->events.data[d];
      if (!e->reusable || step_before(x, g, s, d)) continue;
      graph_gives_up(x, e->at, "an allocation may get the address of the object that ends here, and that is compared");
      return;
    }
  }
}

// --- canonical forms -------------------------------------------------------------------------------------------------

static void name_event(const graph *g, uint32_t e, strbuf *out) {
  uint32_t k = 0;
  if (e == GRAPH_NONE) {
    sb_printf(out, "init");
    return;
  }
  for (uint32_t i = 0; i < e; i++)
    k += event_is_access(&g->events.data[i]) && g->events.data[i].proc == g->events.data[e].proc;
  sb_printf(out, "%u.%u", g->events.data[e].proc, k);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void join_sorted(graph_search *x, size_t first, strbuf *out) {
  if (x->lines.len > first + 1) qsort(x->lines.data + first, x->lines.len - first, sizeof *x->lines.data, by_text);
  for (size_t i = first; i < x->lines.len; i++) {
    sb_printf(out, "%s%s", i > first ? "; " : "", x->lines.data[i]);
    mem_free(x->lines.data[i]);
  }
  x->lines.len = first;
}

static const char *suffix(const location *l) {
  return l->kind == LOCATION_MUTEX ? "(mutex)" : l->kind == LOCATION_REGION ? "(object)" : "";
}

// "1.0<-init; 2.1<-1.0; x: 1.0 2.0": what each read reads from, and modification orders, sorted.
static void write_down(graph_search *x, const graph *g) {
  size_t first = x->lines.len;
  for (uint32_t i = 0; i < g->events.len; i++) {
    strbuf t = {0};
    if (!event_reads(&g->events.data[i])) continue;
    name_event(g, i, &t);
    sb_printf(&t, "<-");
    name_event(g, g->events.data[i].rf, &t);
    vec_push(&x->lines, sb_take(&t));
  }
  for (uint32_t l = 0; l < g->locs.len; l++) {
    strbuf t = {0};
    const location *at = &x->locs.data[l];
    uint32_t w = g->locs.data[l].mo_first;
    if (w == GRAPH_NONE) continue;
    if (at->op.obj <= x->ctx->ir->n_globals && !at->op.offset)
      sb_printf(&t, "%s%s:", x->ctx->ir->globals[at->op.obj].name, suffix(at));
    else
      sb_printf(&t, "%u+%llu%s:", at->op.obj, (unsigned long long)at->op.offset, suffix(at));
    for (; w != GRAPH_NONE; w = g->events.data[w].mo_next) {
      sb_printf(&t, " ");
      name_event(g, w, &t);
    }
    vec_push(&x->lines, sb_take(&t));
  }
  strbuf all = {0};
  join_sorted(x, first, &all);
  vec_push(&x->lines, sb_take(&all));
}

void graph_drop_texts(graph_search *x) {
  while (x->lines.len) mem_free(vec_pop(&x->lines));
  vec_free(&x->lines);
}

void graph_write_texts(graph_search *x) {
  if (!x->texts) return;
  const char *path = x->ctx->options->trace_set, *why = "";
  if (x->lines.len) qsort(x->lines.data, x->lines.len, sizeof *x->lines.data, by_text);
  strbuf text = {0};
  for (size_t i = 0; i < x->lines.len; i++) {
    sb_printf(&text, "%s\n", x->lines.data[i]);
    mem_free(x->lines.data[i]);
  }
  vec_free(&x->lines);
  if (!file_write(path, sb_text(&text), text.len, &why)) result_add_unwritten(x->ctx->result, path, why);
  sb_fini(&text);
}

// --- the end ---------------------------------------------------------------------------------------------------------

static bool some_blocked(const graph *g) {
  for (size_t i = 0; i < g->steps.len; i++)
    if (g->steps.data[i].blocked) return true;
  return false;
}

// Who waits in the graph has found what is newest: nobody will come who ends that. Else the graph with the later write in its place
// shows how it goes on.
static bool waits_for_newest(const graph *g) {
  for (size_t i = 0; i < g->steps.len; i++) {
    const event *e = &g->events.data[g->steps.data[i].first];
    if (g->steps.data[i].blocked && e->rf != graph_newest(g, e->loc)) return false;
  }
  return true;
}

// Nobody goes on. What the end of the run says about that, and about the program.
static void judge_end(graph_search *x, const graph *g) {
  counters *c = &x->ctx->result->counters;
  sem_out_clear(&x->out);
  c->transitions++;
  x->ctx->limits->transitions++;
  sem_step(x->ctx->sem, state_fork(graph_state(g)), PROC_KERNEL, &x->out);
  for (size_t i = 0; i < x->out.succs.len; i++) {
    const sem_succ *v = &x->out.succs.data[i];
    if (v->kind == SEM_FINAL && x->out.deadlock) {
      c->blocked++;
    } else if (v->kind == SEM_FINAL) {
      c->executions++;
      if (x->texts && parts_counts(x->parts)) write_down(x, g);
    } else if (v->kind == SEM_CUT) {
      c->infeasible++;
    } else if (v->kind == SEM_VIOLATION) {
      c->blocked += v->check == IR_CHECK_DEADLOCK;
      if (!x->violation) x->violation = graph_report_end(x, g, v);
    } else {
      graph_gives_up(x, v->at, v->message ? v->message : "the end of a run that an execution graph does not show");
    }
  }
}

void graph_complete(graph_search *x, graph *g) {
  if (!x->race) graph_look_for_races(x, g);
  look_for_reuse(x, g);
  bool blocked = some_blocked(g);
  bool asked = x->ctx->sem->options.checks & (1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_LEAK);
  if (!blocked || (asked && waits_for_newest(g)))
    judge_end(x, g);
  else
    x->ctx->result->counters.blocked++;
  graph_free(g);
}
