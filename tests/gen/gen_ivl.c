#include "gen/gen_ivl.h"

#include "gen/gen_int.h"

#include <stdio.h>
#include <string.h>

static const gen_profile profiles[] = {
    {.name = "small",
     .help = "few steps, every feature",
     .max_threads = 3,
     .waits = 6,
     .statements = 3,
     .expr_depth = 2,
     .max_inputs = 2,
     .pointers = true},
    {.name = "schedules",
     .help = "many schedules, no inputs",
     .max_threads = 4,
     .waits = 10,
     .statements = 2,
     .expr_depth = 1,
     .pointers = true},
    {.name = "inputs",
     .help = "two threads, many inputs and branches",
     .max_threads = 2,
     .waits = 3,
     .statements = 4,
     .expr_depth = 3,
     .max_inputs = 3,
     .pointers = true},
    {.name = "large",
     .help = "larger bodies",
     .max_threads = 3,
     .waits = 7,
     .statements = 5,
     .expr_depth = 2,
     .max_inputs = 2,
     .pointers = true},
    {.name = "cyclic",
     .help = "threads that never end over a small state",
     .max_threads = 3,
     .waits = 4,
     .statements = 2,
     .expr_depth = 1,
     .max_inputs = 1,
     .cyclic = true,
     .few_values = true},
    {.name = "kernel",
     .help = "schedules that meet in states that differ in the kernel alone",
     .max_threads = 3,
     .waits = 7,
     .statements = 2,
     .expr_depth = 1,
     .max_inputs = 3,
     .few_values = true,
     .kernel = true},
    {.name = "maybe-invalid",
     .help = "broken on purpose",
     .max_threads = 3,
     .waits = 4,
     .statements = 3,
     .expr_depth = 2,
     .max_inputs = 2,
     .pointers = true,
     .maybe_invalid = true},
};
enum { PROFILES = sizeof profiles / sizeof *profiles };

const gen_profile *gen_profiles(unsigned *n) {
  *n = PROFILES;
  return profiles;
}

const gen_profile *gen_profile_find(const char *name) {
  for (unsigned i = 0; i < PROFILES; i++) {
    if (strcmp(profiles[i].name, name) == 0) return &profiles[i];
  }
  return NULL;
}

static void begin_line(gen *g) {
  for (unsigned i = 0; i < g->indent; i++) sb_puts(g->out, "  ");
}

void gen_line(gen *g, const char *fmt, ...) {
  va_list ap;
  begin_line(g);
  va_start(ap, fmt);
  sb_vprintf(g->out, fmt, ap);
  va_end(ap);
  sb_putc(g->out, '\n');
}

void gen_open(gen *g, const char *fmt, ...) {
  va_list ap;
  begin_line(g);
  va_start(ap, fmt);
  sb_vprintf(g->out, fmt, ap);
  va_end(ap);
  sb_puts(g->out, " {\n");
  g->indent++;
}

void gen_close(gen *g) {
  g->indent--;
  gen_line(g, "}");
}

static void records(gen *g) {
  static const char *const names[] = {"r0", "r1", "pr"};
  for (unsigned i = 0; i < 2 + (unsigned)g->p->pointers; i++) {
    gen_var *v = gen_declare(g, "r", GEN_RECORD, 0, i == 2);
    snprintf(v->name, sizeof v->name, "%s", names[i]);
  }
  gen_line(g, "rec r0;");
  gen_line(g, gen_chance(g, 30) ? "rec r1 = {1, 2};" : "rec r1;");
  if (g->p->pointers) gen_line(g, gen_chance(g, 90) ? "rec *pr = &r1;" : "rec *pr;");
}

static void globals(gen *g) {
  unsigned scalars = gen_pick(g, 3) + 2;
  for (unsigned i = 0; i < scalars; i++) {
    unsigned type = i == 0 ? GEN_INT : gen_pick(g, GEN_TYPES);
    const gen_var *v = gen_declare(g, "g", GEN_SCALAR, type, 0);
    if (gen_chance(g, 50)) {
      gen_line(g, "%s %s = %u;", gen_types[type].name, v->name, gen_pick(g, 3));
    } else {
      gen_line(g, "%s %s;", gen_types[type].name, v->name);
    }
  }
  if (gen_chance(g, 35)) {
    unsigned type = gen_pick(g, GEN_TYPES);
    const gen_var *v = gen_declare(g, "a", GEN_ARRAY, type, gen_pick(g, 3) + 2);
    gen_line(g, "%s %s[%u];", gen_types[type].name, v->name, v->count);
  }
  if (g->has_record) records(g);
  if (g->has_event_pointer) gen_line(g, "event *ep = &e0;");
  if (g->p->pointers && gen_chance(g, 35)) {
    strbuf b = {0};
    const gen_var *v = gen_declare(g, "p", GEN_POINTER, GEN_INT, 0);
    if (gen_chance(g, 90) && gen_address(g, GEN_INT, &b)) {
      gen_line(g, "int *%s = %s;", v->name, sb_text(&b));
    } else {
      gen_line(g, "int *%s;", v->name);
    }
    sb_fini(&b);
  }
  if (g->p->pointers && gen_chance(g, 20)) {
    unsigned type = gen_pick(g, GEN_TYPES);
    const gen_var *v = gen_declare(g, "h", GEN_POINTER, type, gen_pick(g, 2) + 1);
    if (gen_chance(g, 10)) {
      gen_line(g, "%s *%s;", gen_types[type].name, v->name);
    } else {
      gen_line(g, "%s *%s = new %s[%u];", gen_types[type].name, v->name, gen_types[type].name, v->count);
    }
  }
}

// Two inputs as an array; main restricts them before the simulation starts.
static void array_input(gen *g, strbuf *assumptions) {
  g->inputs_left -= 2;
  unsigned type = gen_pick(g, GEN_TYPES);
  const gen_var *v = gen_declare(g, "s", GEN_ARRAY, type, 2);
  gen_line(g, "%s %s[2] = ?(%s[2]);", gen_types[type].name, v->name, gen_types[type].name);
  for (unsigned i = 0; i < 2 && type != GEN_BOOL; i++) {
    sb_printf(assumptions, "  assume(%s[%u] >= 0 && %s[%u] <= %u);\n", v->name, i, v->name, i, gen_pick(g, 3) + 1);
  }
}

static void global_inputs(gen *g, strbuf *assumptions) {
  if (g->p->kernel) return;  // inputs choose between kernel operations
  if (g->inputs_left >= 2 && gen_chance(g, 25)) array_input(g, assumptions);
  while (g->inputs_left > 0 && gen_chance(g, 60)) {
    g->inputs_left--;
    unsigned type = gen_pick(g, GEN_TYPES);
    gen_var *v = gen_declare(g, "n", GEN_SCALAR, type, 0);
    v->fixed = gen_chance(g, 50);
    gen_line(g, "%s %s = ?(%s);", gen_types[type].name, v->name, gen_types[type].name);
    if (type == GEN_BOOL) continue;
    int lo = gen_types[type].is_signed ? (int)gen_pick(g, 3) + GEN_INPUT_LO : 0;
    sb_printf(assumptions, "  assume(%s >= %d && %s <= %d);\n", v->name, lo, v->name, lo + 1 + (int)gen_pick(g, 3));
  }
}

static void begin_body(gen *g, unsigned may) {
  g->may = may;
  g->repeat = 1;
  g->waits_used = g->inputs_used = 0;
  g->immediate_used = g->requests_used = false;
  g->self = g->update = -1;
  g->result = -1;
}

static void function(gen *g) {
  gen_func f = {.result = gen_chance(g, 65) ? (int)gen_pick(g, GEN_TYPES) : -1, .n_params = gen_pick(g, 3)};
  strbuf head = {0}, e = {0};
  size_t scope = g->vars.len;
  snprintf(f.name, sizeof f.name, "f%u", (unsigned)g->funcs.len);
  sb_printf(&head, "%s %s(", f.result >= 0 ? gen_types[f.result].name : "void", f.name);
  for (unsigned i = 0; i < f.n_params; i++) {
    bool pointer = g->p->pointers && gen_chance(g, 20);
    f.params[i].pointer = pointer;
    f.params[i].type = pointer ? GEN_INT : gen_pick(g, GEN_TYPES);
    gen_var *v = gen_declare(g, "q", pointer ? GEN_POINTER : GEN_SCALAR, f.params[i].type, 0);
    v->local = true;
    sb_printf(&head, "%s%s %s%s", i > 0 ? ", " : "", gen_types[f.params[i].type].name, pointer ? "*" : "", v->name);
  }
  // What the body may do is what its callers pay for, at each call.
  unsigned waits = g->waits_left, inputs = g->inputs_left;
  bool may_wait = gen_chance(g, 35), may_draw = gen_chance(g, 25);
  g->waits_left = may_wait ? 1 : 0;
  g->inputs_left = may_draw && inputs > 0 ? 1 : 0;
  begin_body(g, GEN_IN_FUNC | (may_wait ? GEN_MAY_WAIT : 0) | (gen_chance(g, 60) ? GEN_MAY_NOTIFY_NOW : 0));
  g->result = f.result;
  gen_open(g, "%s)", sb_text(&head));
  gen_body(g, gen_pick(g, g->p->statements) + 1);
  if (f.result >= 0) {
    g->pure = true;
    gen_expr(g, 1, &e);
    g->pure = false;
    gen_line(g, "return %s;", sb_text(&e));
  }
  gen_close(g);
  g->vars.len = scope;
  f.waits = g->waits_used;
  f.inputs = g->inputs_used;
  f.immediate = g->immediate_used;
  f.requests = g->requests_used;
  g->waits_left = waits;
  g->inputs_left = inputs;
  vec_push(&g->funcs, f);
  sb_fini(&head);
  sb_fini(&e);
}

static void update(gen *g, unsigned n) {
  begin_body(g, 0);
  g->update = (int)n;
  unsigned waits = g->waits_left;
  size_t scope = g->vars.len;
  g->waits_left = 0;
  gen_open(g, "update u%u", n);
  gen_body(g, gen_pick(g, 2) + 1);
  gen_close(g);
  g->vars.len = scope;
  g->waits_left = waits;
}

static void thread(gen *g, unsigned n, unsigned waits) {
  size_t scope = g->vars.len;
  begin_body(g, GEN_MAY_WAIT | GEN_MAY_NOTIFY_NOW);
  g->self = (int)n;
  g->waits_left = waits;
  gen_open(g, "thread t%u%s", n, gen_chance(g, 6) ? " dont_initialize" : "");
  if (g->p->cyclic) gen_open(g, "while (true)");
  unsigned planned = g->p->cyclic ? gen_pick(g, 2) + 1 : waits - gen_pick(g, (waits + 1) / 2 + 1);
  for (unsigned i = 0; i < planned && g->waits_left > 0; i++) {
    gen_body(g, gen_pick(g, g->p->statements) + 1);
    if (g->p->cyclic) {
      g->waits_left = 1;  // every round of the loop waits
      if (gen_chance(g, 30)) gen_assert(g);
    }
    gen_wait(g);
    if (g->p->cyclic) g->waits_left = 1;
  }
  if (g->p->cyclic) {
    gen_close(g);
  } else {
    gen_body(g, gen_pick(g, g->p->statements) + 1);
    if (gen_chance(g, 50)) gen_assert(g);
  }
  gen_close(g);
  g->vars.len = scope;
}

static void start(gen *g) {
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, false);
  switch (gen_pick(g, 12)) {
  case 0:
  case 1: gen_line(g, "start %u;", gen_pick(g, 4)); break;
  case 2: gen_line(g, "start(-1);"); break;
  case 3: gen_line(g, "start(%s & 3);", v->name); break;
  default: gen_line(g, "start;"); break;
  }
}

static void main_body(gen *g, const char *assumptions) {
  begin_body(g, GEN_MAY_NOTIFY_NOW | GEN_IN_MAIN);
  g->waits_left = 0;
  gen_open(g, "main");
  sb_puts(g->out, assumptions);
  if (gen_chance(g, 30)) gen_body(g, gen_pick(g, 2) + 1);
  start(g);
  if (gen_chance(g, 15)) {
    gen_body(g, 1);
    start(g);
  }
  if (gen_chance(g, 20)) gen_body(g, gen_pick(g, 2) + 1);
  for (unsigned n = gen_pick(g, 4); n > 0; n--) gen_assert(g);
  gen_close(g);
}

// Breaks a program in one to three places.
static void spoil(gen *g, strbuf *out, size_t from) {
  static const char *const tokens[] = {"{", "}",  "(",  ")",  ";",  "wait", "int",  "?",
                                       "@", "\"", "0x", "''", "&&", "/*",   "main", "else"};
  unsigned n = gen_pick(g, 3) + 1;
  for (unsigned i = 0; i < n && out->len > from + 8; i++) {
    size_t at = from + gen_pick(g, (unsigned)(out->len - from - 4));
    if (gen_chance(g, 50)) {
      memmove(out->text + at, out->text + at + 2, out->len - at - 1);
      out->len -= 2;
    } else {
      char *tail = mem_strdup(out->text + at);
      out->len = at;
      sb_printf(out, " %s ", tokens[gen_pick(g, sizeof tokens / sizeof *tokens)]);
      sb_puts(out, tail);
      mem_free(tail);
    }
  }
}

void gen_ivl(uint64_t seed, const gen_profile *profile, strbuf *out) {
  static const unsigned thread_weights[] = {4, 38, 40, 18};
  gen g = {.r = rng_new(seed), .p = profile, .out = out};
  strbuf assumptions = {0};
  size_t from = out->len;
  rng_next(&g.r);
  g.n_threads = gen_weighted(&g, thread_weights, profile->max_threads) + 1;
  g.n_updates = gen_pick(&g, 3) == 0 ? gen_pick(&g, 2) + 1 : 0;
  g.n_events = gen_pick(&g, 2) + 1;
  g.n_event_array = gen_chance(&g, 15) ? 2 : 0;
  g.has_record = gen_chance(&g, 25);
  g.has_event_pointer = profile->pointers && gen_chance(&g, 15);
  g.inputs_left = profile->max_inputs > 0 && gen_chance(&g, 75) ? gen_pick(&g, profile->max_inputs) + 1 : 0;
  if (g.has_record) {
    g.record_types[0] = gen_chance(&g, 50) ? GEN_INT : gen_pick(&g, GEN_TYPES);
    g.record_types[1] = gen_pick(&g, GEN_TYPES);
    gen_line(&g, "class rec { %s x; %s y; bool z[2]; }", gen_types[g.record_types[0]].name,
             gen_types[g.record_types[1]].name);
  }
  for (unsigned i = 0; i < g.n_events; i++) gen_line(&g, "event e%u;", i);
  if (g.n_event_array > 0) gen_line(&g, "event ev[%u];", g.n_event_array);
  globals(&g);
  global_inputs(&g, &assumptions);
  unsigned n_funcs = profile->cyclic ? 0 : gen_pick(&g, 3);
  for (unsigned i = 0; i < n_funcs; i++) function(&g);
  for (unsigned i = 0; i < g.n_updates; i++) update(&g, i);
  unsigned share = g.n_threads == 1 ? profile->waits : (profile->waits + g.n_threads - 1) / g.n_threads;
  for (unsigned i = 0; i < g.n_threads; i++) thread(&g, i, share);
  main_body(&g, sb_text(&assumptions));
  if (profile->maybe_invalid) spoil(&g, out, from);
  sb_fini(&assumptions);
  vec_free(&g.vars);
  vec_free(&g.funcs);
}
