#include "summary/summary.h"

#include "base/map64.h"
#include "base/mem.h"
#include "sem/forms.h"
#include "sem/slots.h"

typedef struct var {
  slot at;
  sort so;
  expr sym;
  uint32_t point;  // where it was met first
  char *name;
} var;

typedef struct kind_class {
  summary_ids open;    // variables
  summary_ids points;  // that are there
} kind_class;

typedef struct point {
  state *s;                // NULL: it was merged into others
  uint32_t class, number;  // number: among those that are there, when the summary is closed
} point;

struct summary {
  sem *m;
  summary_options options;
  state_store *blank, *exact;
  VEC(var) vars;
  VEC(kind_class) classes;  // by entry of `blank`; 0 unused
  VEC(point) points;        // 0 unused
  map64 point_of;           // entry of `exact` -> point
  summary_ids worklist;     // points to be stepped
  summary_ids numbered;     // points that are there
  VEC(summary_rule) rules;
  bool closed;     // rules are recorded, nothing new may be met
  uint32_t start;  // point
  expr_vec start_values;
  const char *failed;
  sem_out out;
};

enum { MOST_FORKS = 20000 };  // of one step

summary_options summary_default_options(void) {
  return (summary_options){.most_points = 4000, .few_points = 12, .few_values = 4};
}

static void fail(summary *x, const char *why) {
  if (!x->failed) x->failed = why;
}

// --- places that become variables ------------------------------------------------------------------------------------

static bool is_sort(sort a, sort b) { return a.width == b.width && a.elem == b.elem; }

static uint32_t var_at(summary *x, const state *s, slot at, sort so) {
  for (uint32_t i = 0; i < x->vars.len; i++)
    if (slot_same(x->vars.data[i].at, at) && is_sort(x->vars.data[i].so, so)) return i;
  strbuf name = {0};
  slot_name(x->m, s, at, &name);
  expr_var_info info = {.name = "unknown value", .at = PLACE_NONE};
  vec_push(&x->vars, ((var){.at = at, .so = so, .sym = expr_var(x->m->terms, so, &info), .name = name.text}));
  return (uint32_t)x->vars.len - 1;
}

static bool is_open(const summary *x, const kind_class *c, slot at) {
  for (size_t i = 0; i < c->open.len; i++)
    if (slot_same(x->vars.data[c->open.data[i]].at, at)) return true;
  return false;
}

static void put_var(const summary *x, state *s, uint32_t v) {
  value now = slot_get(s, x->vars.data[v].at);
  slot_put(s, x->vars.data[v].at, (value){.bits = 0, .e = x->vars.data[v].sym, .obj = now.obj});
}

// The value of a place as a term.
static expr term_at(const summary *x, const state *s, uint32_t v) {
  value now = slot_get(s, x->vars.data[v].at);
  return value_is_concrete(now) ? expr_const(x->m->terms, x->vars.data[v].so.width, now.bits) : now.e;
}

// --- points ----------------------------------------------------------------------------------------------------------

// Takes s, in which nothing but variables of its class is symbolic.
static uint32_t point_of(summary *x, uint32_t class, state *s) {
  bool is_new;
  uint64_t found;
  uint32_t id = state_store_add(x->exact, s, sem_time_abstractable(x->m, s), &is_new).id;
  if (!is_new && map64_get(&x->point_of, id, &found) && x->points.data[found].s) {
    state_unref(s);
    return (uint32_t)found;
  }
  if (x->closed) fail(x, "the summary is not closed");
  uint32_t p = (uint32_t)x->points.len;
  vec_push(&x->points, ((point){.s = s, .class = class}));
  vec_push(&x->classes.data[class].points, p);
  vec_push(&x->worklist, p);
  map64_put(&x->point_of, id, p);
  if (x->points.len > x->options.most_points * 4 || state_store_count(x->blank) > x->options.most_points)
    fail(x, "the program has too many control states");
  return p;
}

static void open_place(summary *x, uint32_t class, const state *s, slot at, value v) {
  if (is_open(x, &x->classes.data[class], at)) return;
  sort so = slot_sort(x->m, s, at, v);
  if (!so.width) {
    fail(x, "an address or a value of another kind is not known exactly");
    return;
  }
  uint32_t new_var = var_at(x, s, at, so);
  vec_push(&x->classes.data[class].open, new_var);
  summary_ids old = x->classes.data[class].points;
  x->classes.data[class].points = (summary_ids){0};
  for (size_t i = 0; i < old.len; i++) {
    point *p = &x->points.data[old.data[i]];
    state *more = p->s;
    p->s = NULL;
    put_var(x, more, new_var);
    point_of(x, class, more);
  }
  vec_free(&old);
}

typedef struct needed {
  slot at;
  value v;
} needed;
typedef struct needs {
  VEC(needed) list;
} needs;

static void note_symbolic(void *arg, slot at, const value *v) {
  needs *n = arg;
  vec_push(&n->list, ((needed){at, *v}));
}

static void note_difference(void *arg, slot at, const value *a, const value *b) {
  (void)a;
  if (!value_is_concrete(*b)) note_symbolic(arg, at, b);
}

// Places of s that hold terms are variables of its class from now on.
static void open_needed(summary *x, uint32_t class, const state *s) {
  needs n = {0};
  const kind_class *c = &x->classes.data[class];
  if (c->points.len)
    slots_differ(x->points.data[c->points.data[0]].s, s, note_difference, &n);
  else
    slots_symbolic(s, note_symbolic, &n);
  for (size_t i = 0; i < n.list.len && !x->failed; i++) open_place(x, class, s, n.list.data[i].at, n.list.data[i].v);
  vec_free(&n.list);
}

// --- too many points of a class --------------------------------------------------------------------------------------

typedef struct spread {
  slot at;
  value first;
  VEC(value) seen;
} spread;
typedef struct spreads {
  VEC(spread) list;
} spreads;

static void note_value(spread *p, value v) {
  for (size_t i = 0; i < p->seen.len; i++)
    if (value_same(p->seen.data[i], v)) return;
  vec_push(&p->seen, v);
}

static void note_spread(void *arg, slot at, const value *a, const value *b) {
  spreads *all = arg;
  for (size_t i = 0; i < all->list.len; i++) {
    if (!slot_same(all->list.data[i].at, at)) continue;
    note_value(&all->list.data[i], *b);
    return;
  }
  spread p = {.at = at, .first = *a};
  note_value(&p, *a);
  note_value(&p, *b);
  vec_push(&all->list, p);
}

static void widen(summary *x, uint32_t class) {
  spreads all = {0};
  const summary_ids *points = &x->classes.data[class].points;
  state *first = state_fork(x->points.data[points->data[0]].s);
  for (size_t i = 1; i < points->len; i++) slots_differ(first, x->points.data[points->data[i]].s, note_spread, &all);
  size_t most = 0, opened = 0;
  for (size_t i = 1; i < all.list.len; i++)
    if (all.list.data[i].seen.len > all.list.data[most].seen.len) most = i;
  for (size_t i = 0; i < all.list.len && !x->failed; i++) {
    if (all.list.data[i].seen.len <= x->options.few_values && i != most) continue;
    open_place(x, class, first, all.list.data[i].at, all.list.data[i].first);
    opened++;
  }
  if (!opened) fail(x, "points of a class that do not differ");
  for (size_t i = 0; i < all.list.len; i++) vec_free(&all.list.data[i].seen);
  vec_free(&all.list);
  state_unref(first);
}

// --- steps -----------------------------------------------------------------------------------------------------------

// The class of a state; 0: it cannot be compared with others of its class.
static uint32_t class_of(summary *x, state *s) {
  bool is_new;
  uint32_t class = state_store_add(x->blank, s, sem_time_abstractable(x->m, s), &is_new).id;
  while (x->classes.len <= class) vec_push(&x->classes, ((kind_class){0}));
  const kind_class *c = &x->classes.data[class];
  if (c->points.len && !slots_alike(x->points.data[c->points.data[0]].s, s)) {
    fail(x, "states with different room for processes");
    return 0;
  }
  return class;
}

// Takes s. The point that stands for it; its values there are added to `values`, unless nobody asks.
static uint32_t arrive(summary *x, state *s, expr_vec *values) {
  uint32_t class = class_of(x, s);
  if (class) open_needed(x, class, s);
  if (x->failed) {
    state_unref(s);
    return 0;
  }
  const kind_class *c = &x->classes.data[class];
  for (size_t i = 0; values && i < c->open.len; i++) vec_push(values, term_at(x, s, c->open.data[i]));
  for (size_t i = 0; i < c->open.len; i++) put_var(x, s, c->open.data[i]);
  slots_forget_history(s);
  uint32_t p = point_of(x, class, s);
  while (!x->failed && x->classes.data[class].points.len > x->options.few_points) widen(x, class);
  return p;
}

static void record(summary *x, uint32_t from, proc_id p, sem_succ *v) {
  summary_rule r = {.from = from, .kind = v->kind, .proc = p, .check = v->check, .message = v->message, .at = v->at};
  if (v->s) pathcond_conjuncts(state_pathcond(v->s), &r.guard);
  if (v->kind == SEM_NEXT) {
    r.to = arrive(x, v->s, &r.values);
    v->s = NULL;
  }
  vec_push(&x->rules, r);
}

static void take(summary *x, uint32_t from, proc_id p, sem_succ *v) {
  bool ends = v->kind == SEM_VIOLATION || v->kind == SEM_UNKNOWN;
  if (x->closed && (ends || v->kind == SEM_NEXT)) {
    record(x, from, p, v);
  } else if (v->kind == SEM_NEXT) {
    arrive(x, v->s, NULL);
    v->s = NULL;
  }
}

typedef VEC(state *) state_list;

static void step(summary *x, uint32_t from, proc_id p) {
  state_list work = {0};
  uint32_t forks = 0;
  vec_push(&work, state_fork(x->points.data[from].s));
  while (work.len && !x->failed) {
    if (x->options.may_go_on && !x->options.may_go_on(x->options.arg)) fail(x, "interrupted");
    if (++forks > MOST_FORKS) fail(x, "a step with too many ways");
    if (x->failed) break;
    sem_out_clear(&x->out);
    sem_step(x->m, vec_pop(&work), p, &x->out);
    for (size_t i = x->out.succs.len; i-- > 0 && !x->failed;) {
      sem_succ *v = &x->out.succs.data[i];
      if (v->kind == SEM_INTERRUPTED) {
        vec_push(&work, v->s);
        v->s = NULL;
      } else {
        take(x, from, p, v);
      }
    }
  }
  for (size_t i = 0; i < work.len; i++) state_unref(work.data[i]);
  vec_free(&work);
}

static void step_all(summary *x, uint32_t from) {
  proc_vec procs = {0};
  sem_enabled(x->m, x->points.data[from].s, &procs);
  // A point may be merged into others meanwhile: those are stepped instead.
  for (size_t i = 0; i < procs.len && !x->failed && x->points.data[from].s; i++) step(x, from, procs.data[i]);
  vec_free(&procs);
}

// --- all of it -------------------------------------------------------------------------------------------------------

static void close(summary *x) {
  while (x->worklist.len && !x->failed) {
    uint32_t p = vec_pop(&x->worklist);
    if (x->points.data[p].s) step_all(x, p);
  }
  x->closed = true;
  for (uint32_t p = 1; p < x->points.len && !x->failed; p++) {
    if (!x->points.data[p].s) continue;
    vec_push(&x->numbered, p);
    x->points.data[p].number = (uint32_t)x->numbered.len;
    if (x->numbered.len > x->options.most_points) fail(x, "the program has too many control states");
  }
  for (size_t i = 0; i < x->numbered.len && !x->failed; i++) step_all(x, x->numbered.data[i]);
  if (!x->failed) x->start = x->points.data[arrive(x, sem_initial(x->m), &x->start_values)].number;
  for (size_t i = 0; i < x->rules.len; i++) {
    x->rules.data[i].from = x->points.data[x->rules.data[i].from].number;
    x->rules.data[i].to = x->rules.data[i].to ? x->points.data[x->rules.data[i].to].number : 0;
  }
}

summary *summary_new(sem *m, const summary_options *o) {
  summary *x = MEM_NEW(summary);
  x->m = m;
  x->options = *o;
  x->blank = state_store_new_blank(m->terms, m->solver);
  x->exact = state_store_new(m->terms, m->solver);
  vec_push(&x->points, ((point){0}));
  vec_push(&x->classes, ((kind_class){0}));
  arrive(x, sem_initial(m), NULL);
  close(x);
  return x;
}

void summary_free(summary *x) {
  if (!x) return;
  sem_out_fini(&x->out);
  for (size_t i = 0; i < x->points.len; i++) state_unref(x->points.data[i].s);
  for (size_t i = 0; i < x->classes.len; i++) {
    vec_free(&x->classes.data[i].open);
    vec_free(&x->classes.data[i].points);
  }
  for (size_t i = 0; i < x->rules.len; i++) {
    vec_free(&x->rules.data[i].guard);
    vec_free(&x->rules.data[i].values);
  }
  for (size_t i = 0; i < x->vars.len; i++) mem_free(x->vars.data[i].name);
  state_store_free(x->blank);
  state_store_free(x->exact);
  vec_free(&x->vars);
  vec_free(&x->classes);
  vec_free(&x->points);
  vec_free(&x->worklist);
  vec_free(&x->numbered);
  vec_free(&x->rules);
  vec_free(&x->start_values);
  map64_fini(&x->point_of);
  mem_free(x);
}

const char *summary_failed(const summary *x) { return x->failed; }
uint32_t summary_start(const summary *x, const expr_vec **values) {
  *values = &x->start_values;
  return x->start;
}

size_t summary_n_vars(const summary *x) { return x->vars.len; }
expr summary_var(const summary *x, uint32_t v) { return x->vars.data[v].sym; }
void summary_var_name(const summary *x, uint32_t v, strbuf *out) { sb_puts(out, x->vars.data[v].name); }
size_t summary_n_points(const summary *x) { return x->numbered.len; }

const summary_ids *summary_point_vars(const summary *x, uint32_t p) {
  return &x->classes.data[x->points.data[x->numbered.data[p - 1]].class].open;
}

const state *summary_point_state(const summary *x, uint32_t p) { return x->points.data[x->numbered.data[p - 1]].s; }

size_t summary_n_rules(const summary *x) { return x->rules.len; }
const summary_rule *summary_rule_at(const summary *x, size_t rule) { return &x->rules.data[rule]; }
