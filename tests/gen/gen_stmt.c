#include "gen/gen_int.h"

#include <stdio.h>
#include <string.h>

gen_var *gen_declare(gen *g, const char *prefix, gen_kind kind, unsigned type, unsigned count) {
  gen_var v = {.kind = kind, .type = type, .count = count};
  snprintf(v.name, sizeof v.name, "%s%u", prefix, g->next_name++);
  vec_push(&g->vars, v);
  return &vec_last(&g->vars);
}

// The value of an assignment; with few values one of four, so that the state space is finite.
static void value(gen *g, strbuf *b) {
  if (g->p->few_values) sb_puts(b, "(");
  gen_expr(g, g->p->expr_depth, b);
  if (g->p->few_values) sb_puts(b, " & 3)");
}

static void st_assign(gen *g) {
  strbuf l = {0}, e = {0};
  const gen_var *x = gen_some_var(g, GEN_SCALAR, -1, false);
  if (x != NULL && gen_chance(g, 35)) {  // makes the order of steps matter
    const gen_var *y = gen_some_var(g, GEN_SCALAR, -1, true);
    if (y != NULL)
      gen_line(g, "%s = (%s * 2 + %u)%s;", y->name, x->name, gen_pick(g, 3), g->p->few_values ? " & 3" : "");
  } else if (gen_lvalue(g, &l)) {
    value(g, &e);
    gen_line(g, "%s = %s;", sb_text(&l), sb_text(&e));
  }
  sb_fini(&l);
  sb_fini(&e);
}

static void st_compound(gen *g) {
  static const char *const ops[] = {"+", "-", "*", "|", "&", "^", "<<", ">>", "/", "%"};
  static const unsigned weights[] = {40, 12, 6, 10, 8, 8, 3, 3, 2, 2};
  const char *op = ops[gen_weighted(g, weights, 10)];
  strbuf l = {0}, e = {0};
  if (gen_lvalue(g, &l)) {
    if (g->p->few_values) {
      gen_expr(g, 0, &e);
      gen_line(g, "%s = ((%s + %s) & 3);", sb_text(&l), sb_text(&l), sb_text(&e));
    } else if (op[0] == '/' || op[0] == '%') {
      gen_line(g, "%s %s= %u;", sb_text(&l), op, gen_pick(g, 12) == 0 ? 0 : gen_pick(g, 3) + 1);
    } else {
      gen_expr(g, gen_chance(g, 60) ? 0 : 1, &e);
      gen_line(g, "%s %s= %s;", sb_text(&l), op, sb_text(&e));
    }
  }
  sb_fini(&l);
  sb_fini(&e);
}

static void st_step(gen *g) {
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, true);
  if (v == NULL || v->type == GEN_BOOL || g->p->few_values) {
    st_assign(g);
  } else {
    gen_line(g, gen_chance(g, 50) ? "%s++;" : "--%s;", v->name);
  }
}

static void st_if(gen *g) {
  strbuf c = {0};
  size_t scope = g->vars.len;
  gen_cond(g, 1, &c);
  gen_open(g, "if (%s)", sb_text(&c));
  gen_body(g, gen_pick(g, 2) + 1);
  g->vars.len = scope;
  if (gen_chance(g, 40)) {
    g->indent--;
    gen_line(g, "} else {");
    g->indent++;
    gen_body(g, gen_pick(g, 2) + 1);
    g->vars.len = scope;
  }
  gen_close(g);
  sb_fini(&c);
}

static void loop_body(gen *g, unsigned trips) {
  unsigned may = g->may;
  size_t scope = g->vars.len;
  g->repeat *= trips;
  g->may |= GEN_IN_LOOP;
  gen_body(g, gen_pick(g, 2) + 1);
  g->vars.len = scope;
  g->may = may;
  g->repeat /= trips;
}

static void st_loop(gen *g) {
  unsigned trips = gen_pick(g, 2) + 2;
  if (g->repeat >= 6) {
    st_assign(g);
    return;
  }
  size_t scope = g->vars.len;
  gen_var *i = gen_declare(g, "k", GEN_SCALAR, GEN_INT, 0);
  i->fixed = i->local = true;
  char name[sizeof i->name];
  memcpy(name, i->name, sizeof name);
  switch (gen_pick(g, 3)) {
  case 0:
    gen_open(g, "for (int %s = 0; %s < %u; %s += 1)", name, name, trips, name);
    loop_body(g, trips);
    gen_close(g);
    break;
  case 1:
    gen_line(g, "int %s = 0;", name);
    gen_open(g, "while (%s < %u)", name, trips);
    gen_line(g, "%s += 1;", name);
    loop_body(g, trips);
    gen_close(g);
    break;
  case 2:
    gen_line(g, "int %s = %u;", name, trips);
    gen_open(g, "do");
    gen_line(g, "%s -= 1;", name);
    loop_body(g, trips);
    g->indent--;
    gen_line(g, "} while (%s > 0);", name);
    break;
  }
  g->vars.len = scope;
}

static void st_leave_loop(gen *g) {
  if (!(g->may & GEN_IN_LOOP)) {
    st_assign(g);
    return;
  }
  strbuf c = {0};
  gen_cond(g, 0, &c);
  gen_line(g, "if (%s) %s;", sb_text(&c), gen_chance(g, 60) ? "break" : "continue");
  sb_fini(&c);
}

static void st_switch(gen *g) {
  strbuf e = {0};
  unsigned cases = gen_pick(g, 3) + 1, first = gen_pick(g, 2), may = g->may;
  gen_expr(g, 1, &e);
  gen_open(g, "switch (%s)", sb_text(&e));
  g->may &= ~(unsigned)GEN_IN_LOOP;  // `break` would leave the switch, which it does below anyway
  for (unsigned i = 0; i < cases; i++) {
    gen_line(g, "case %u:", first + i);
    g->indent++;
    gen_block(g, 1);
    if (gen_chance(g, 60)) gen_line(g, "break;");
    g->indent--;
  }
  if (gen_chance(g, 60)) {
    gen_line(g, "default:");
    g->indent++;
    gen_block(g, 1);
    g->indent--;
  }
  g->may = may;
  gen_close(g);
  sb_fini(&e);
}

static void st_goto(gen *g) {
  strbuf c = {0};
  unsigned label = g->next_label++;
  gen_cond(g, 0, &c);
  gen_line(g, gen_chance(g, 50) ? "if (%s) goto L%u;" : "if %s goto L%u;", sb_text(&c), label);
  gen_block(g, gen_pick(g, 2) + 1);
  gen_line(g, "L%u:", label);
  st_assign(g);
  sb_fini(&c);
}

// Backward jump, bounded by a counter of its own.
static void st_goto_back(gen *g) {
  if (g->repeat >= 6 || g->p->cyclic) {
    st_goto(g);
    return;
  }
  size_t scope = g->vars.len;
  unsigned label = g->next_label++;
  gen_var *i = gen_declare(g, "k", GEN_SCALAR, GEN_INT, 0);
  i->fixed = i->local = true;
  char name[sizeof i->name];
  memcpy(name, i->name, sizeof name);
  gen_line(g, "int %s = 0;", name);
  gen_line(g, "L%u:", label);
  gen_line(g, "%s += 1;", name);
  unsigned may = g->may;
  g->may &= ~(unsigned)GEN_IN_LOOP;
  g->repeat *= 2;
  gen_block(g, gen_pick(g, 2) + 1);
  g->repeat /= 2;
  g->may = may;
  gen_line(g, "if (%s < 2) goto L%u;", name, label);
  g->vars.len = scope;
}

static bool spend_wait(gen *g) {
  if (!(g->may & GEN_MAY_WAIT) || g->waits_left < g->repeat) return false;
  g->waits_left -= g->repeat;
  g->waits_used += g->repeat;
  return true;
}

void gen_wait(gen *g) {
  static const unsigned weights[] = {28, 28, 28, 4, 5, 1};
  if (!spend_wait(g)) {
    st_compound(g);
    return;
  }
  strbuf b = {0};
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, false);
  unsigned kind = gen_weighted(g, weights, 6);
  if (v == NULL && kind >= 4) kind = 2;
  switch (kind) {
  case 0:
    gen_event(g, &b);
    gen_line(g, gen_chance(g, 80) ? "wait %s;" : "wait_event(%s);", sb_text(&b));
    break;
  case 1: gen_line(g, "wait_time 0;"); break;
  case 2: gen_line(g, gen_chance(g, 70) ? "wait_time %u;" : "delay(%u);", gen_pick(g, 2) + 1); break;
  case 3:
    if (g->self >= 0) {
      gen_line(g, "suspend t%d;", g->self);
    } else {
      gen_line(g, "wait_time 1;");
    }
    break;
  case 4: gen_line(g, "wait_time (%s & 1);", v->name); break;
  case 5: gen_line(g, "wait_time (%s - 1);", v->name); break;
  }
  sb_fini(&b);
}

static void st_notify(gen *g) {
  static const unsigned weights[] = {45, 25, 25, 5};
  strbuf b = {0};
  gen_event(g, &b);
  unsigned kind = gen_weighted(g, weights, 4);
  if (kind == 0 && !(g->may & GEN_MAY_NOTIFY_NOW)) kind = 1;
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, false);
  if (v == NULL && kind == 3) kind = 1;
  switch (kind) {
  case 0:
    g->immediate_used = true;
    gen_line(g, "notify %s;", sb_text(&b));
    break;
  case 1: gen_line(g, "notify %s, 0;", sb_text(&b)); break;
  case 2: gen_line(g, "notify %s, %u;", sb_text(&b), gen_pick(g, 3) + 1); break;
  case 3: gen_line(g, "notify %s, %s & 1;", sb_text(&b), v->name); break;
  }
  sb_fini(&b);
}

static void st_control(gen *g) {
  unsigned t = gen_pick(g, g->n_threads);
  bool suspend = gen_chance(g, 45);
  if (suspend && g->self == (int)t && !spend_wait(g)) suspend = false;
  // A function may run in any thread, where a suspension of that thread is a context switch; updates may not suspend.
  if (suspend && ((g->may & GEN_IN_FUNC) || g->update >= 0)) suspend = false;
  gen_line(g, "%s t%u;", suspend ? "suspend" : "resume", t);
}

static void st_request(gen *g) {
  unsigned first = (unsigned)(g->update + 1);  // inside an update only later ones, so that requests come to an end
  if (first >= g->n_updates) {
    st_assign(g);
  } else {
    g->requests_used = true;
    gen_line(g, "request_update u%u;", first + gen_pick(g, g->n_updates - first));
  }
}

static void kernel_operation(gen *g) {
  static const unsigned weights[] = {5, 3, 1};
  switch (gen_weighted(g, weights, 3)) {
  case 0: st_notify(g); break;
  case 1: st_control(g); break;
  case 2: st_request(g); break;
  }
}

// An input or the order decides what the kernel is told, and is forgotten: only the kernel's state remembers it.
static void st_choice(gen *g) {
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, true);
  bool draws = g->inputs_left >= g->repeat && gen_chance(g, 60);
  if (draws) {
    g->inputs_left -= g->repeat;
    g->inputs_used += g->repeat;
    gen_open(g, "if (?(bool))");
  } else if (v != NULL) {
    gen_open(g, "if (%s == %u)", v->name, gen_pick(g, 3));
  } else {
    kernel_operation(g);
    return;
  }
  kernel_operation(g);
  g->indent--;
  gen_line(g, "} else {");
  g->indent++;
  kernel_operation(g);
  gen_close(g);
  if (!draws) gen_line(g, "%s = %u;", v->name, gen_pick(g, 2));
}

// Mostly about two variables having two particular values, which few runs bring about.
void gen_assert(gen *g) {
  static const unsigned weights[] = {1, 2, 2, 4, 3};
  strbuf a = {0}, c = {0};
  const gen_var *x = gen_some_var(g, GEN_SCALAR, -1, false), *y = gen_some_var(g, GEN_SCALAR, -1, false);
  unsigned kind = gen_weighted(g, weights, 5);
  if (x == NULL || y == NULL) kind = 0;
  if (kind < 3) gen_cond(g, kind == 0 ? 1 : 0, &a);
  switch (kind) {
  case 0: gen_line(g, "assert %s;", sb_text(&a)); break;
  case 1: gen_line(g, "assert(%s != %u || %s);", x->name, gen_pick(g, 5), sb_text(&a)); break;
  case 2:
    gen_cond(g, 0, &c);
    gen_line(g, "assert(!(%s && %s && %s == %u));", sb_text(&c), sb_text(&a), x->name, gen_pick(g, 5));
    break;
  case 3: gen_line(g, "assert(%s != %u || %s != %u);", x->name, gen_pick(g, 5), y->name, gen_pick(g, 5)); break;
  case 4: gen_line(g, "assert %s + 3 * %s != %u;", x->name, y->name, gen_pick(g, 16)); break;
  }
  sb_fini(&a);
  sb_fini(&c);
}

static void st_assume(gen *g) {
  strbuf c = {0}, d = {0};
  gen_cond(g, 0, &c);
  gen_cond(g, 0, &d);
  gen_line(g, "assume(%s || %s);", sb_text(&c), sb_text(&d));
  sb_fini(&c);
  sb_fini(&d);
}

static void st_local(gen *g) {
  strbuf e = {0};
  unsigned type = gen_pick(g, GEN_TYPES);
  if (gen_chance(g, 15)) {
    gen_var *v = gen_declare(g, "l", GEN_ARRAY, type, gen_chance(g, 50) ? 2 : 4);
    v->local = true;
    gen_line(g, "%s %s[%u];", gen_types[type].name, v->name, v->count);
  } else {
    value(g, &e);  // before the name is in scope
    gen_var *v = gen_declare(g, "l", GEN_SCALAR, type, 0);
    v->local = true;
    if (gen_chance(g, 15)) {
      gen_line(g, "%s %s;", gen_types[type].name, v->name);
    } else {
      gen_line(g, "%s %s = %s;", gen_types[type].name, v->name, sb_text(&e));
    }
  }
  sb_fini(&e);
}

void gen_input_decl(gen *g) {
  if (g->inputs_left < g->repeat || g->repeat > 1) {
    st_local(g);
    return;
  }
  g->inputs_left -= g->repeat;
  g->inputs_used += g->repeat;
  unsigned type = gen_pick(g, GEN_TYPES);
  gen_var *v = gen_declare(g, "l", GEN_SCALAR, type, 0);
  v->local = true;
  gen_line(g, "%s %s = ?(%s);", gen_types[type].name, v->name, gen_types[type].name);
  if (type == GEN_BOOL) return;
  int lo = gen_types[type].is_signed ? (int)gen_pick(g, 3) + GEN_INPUT_LO : 0;
  gen_line(g, "assume(%s >= %d && %s <= %d);", v->name, lo, v->name, lo + 1 + (int)gen_pick(g, 3));
}

static void st_call(gen *g) {
  if (g->funcs.len == 0) {
    st_assign(g);
    return;
  }
  const gen_func *f = &g->funcs.data[gen_pick(g, (unsigned)g->funcs.len)];
  if (!gen_callable(g, f)) {
    st_assign(g);
    return;
  }
  strbuf b = {0};
  gen_call(g, f, &b);
  gen_line(g, "%s;", sb_text(&b));
  sb_fini(&b);
}

static void st_pointer(gen *g) {
  const gen_var *p = gen_some_var(g, GEN_POINTER, -1, true);
  if (p == NULL || p->count > 0) {
    st_assign(g);
    return;
  }
  strbuf b = {0};
  if (gen_pointer_value(g, p->type, &b)) gen_line(g, "%s = %s;", p->name, sb_text(&b));
  sb_fini(&b);
}

static void st_record(gen *g) {
  const gen_var *to = gen_some_var(g, GEN_RECORD, -1, false), *from = gen_some_var(g, GEN_RECORD, -1, false);
  if (g->has_event_pointer && gen_chance(g, 50)) {
    gen_line(g, "ep = &e%u;", gen_pick(g, g->n_events));
  } else if (to == NULL) {
    st_assign(g);
  } else if (to->count > 0 && gen_chance(g, 60)) {
    gen_line(g, "%s = &r%u;", to->name, gen_pick(g, 2));
  } else {
    gen_line(g, "%s%s = %s%s;", to->count > 0 ? "*" : "", to->name, from->count > 0 ? "*" : "", from->name);
  }
}

static void st_empty(gen *g) { gen_line(g, ";"); }

// Pointers with a count own what they point to.
static void st_heap(gen *g) {
  const gen_var *p = gen_some_var(g, GEN_POINTER, -1, true);
  if (p == NULL || p->count == 0 || g->p->cyclic) {
    st_pointer(g);
  } else if (gen_chance(g, 70)) {
    const gen_var *n = gen_some_var(g, GEN_SCALAR, -1, false);
    if (n != NULL && gen_chance(g, 15)) {
      gen_line(g, "%s = new %s[(%s & 1) + 1];", p->name, gen_types[p->type].name, n->name);
    } else if (p->count > 1) {
      gen_line(g, "%s = new %s[%u];", p->name, gen_types[p->type].name, p->count);
    } else {
      gen_line(g, "%s = new %s;", p->name, gen_types[p->type].name);
    }
  } else {
    gen_line(g, "delete %s;", p->name);
    if (gen_chance(g, 80)) gen_line(g, "%s = null;", p->name);
  }
}

static void st_return(gen *g) {
  strbuf c = {0}, e = {0};
  gen_cond(g, 0, &c);
  if (g->result >= 0) {
    gen_expr(g, 0, &e);
    gen_line(g, "if (%s) return %s;", sb_text(&c), sb_text(&e));
  } else if (g->may & GEN_IN_MAIN) {
    st_assign(g);
  } else {
    gen_line(g, "if (%s) return;", sb_text(&c));
  }
  sb_fini(&c);
  sb_fini(&e);
}

static const struct {
  unsigned weight;
  void (*write)(gen *g);
} statements[] = {
    {22, st_assign}, {20, st_compound}, {3, st_step},      {10, st_if},    {4, st_loop},        {2, st_leave_loop},
    {3, st_switch},  {2, st_goto},      {1, st_goto_back}, {7, gen_wait},  {18, st_notify},     {4, st_control},
    {4, st_request}, {3, gen_assert},   {1, st_assume},    {4, st_local},  {7, gen_input_decl}, {5, st_call},
    {4, st_pointer}, {3, st_heap},      {1, st_return},    {3, st_record}, {1, st_empty},       {2, st_choice},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static bool kernel_statement(void (*write)(gen *g)) {
  return write == gen_wait || write == st_notify || write == st_control || write == st_request || write == st_choice;
}

// Statements that contain others are left out below a depth.
static bool compound_statement(void (*write)(gen *g)) {
  return write == st_if || write == st_loop || write == st_switch || write == st_goto || write == st_goto_back ||
         write == st_choice;
}

void gen_body(gen *g, unsigned n) {
  unsigned weights[STATEMENTS];
  for (unsigned i = 0; i < STATEMENTS; i++) {
    weights[i] = g->indent > 3 && compound_statement(statements[i].write) ? 0 : statements[i].weight;
    if (g->p->kernel && kernel_statement(statements[i].write)) weights[i] *= 4;
  }
  for (unsigned i = 0; i < n; i++) statements[gen_weighted(g, weights, STATEMENTS)].write(g);
}

void gen_block(gen *g, unsigned n) {
  size_t scope = g->vars.len;
  gen_line(g, "{");
  g->indent++;
  gen_body(g, n);
  gen_close(g);
  g->vars.len = scope;
}
