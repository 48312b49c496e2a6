#include "gen/gen_int.h"

const gen_type gen_types[GEN_TYPES] = {
    {"bool", 1, false}, {"int", 32, true}, {"uint", 32, false}, {"u8", 8, false},   {"i8", 8, true},
    {"i16", 16, true},  {"i64", 64, true}, {"char", 8, true},   {"u64", 64, false}, {"u16", 16, false},
};

unsigned gen_pick(gen *g, unsigned n) { return (unsigned)rng_below(&g->r, n); }
bool gen_chance(gen *g, unsigned percent) { return gen_pick(g, 100) < percent; }

unsigned gen_weighted(gen *g, const unsigned *weights, unsigned n) {
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++) sum += weights[i];
  unsigned x = gen_pick(g, sum);
  unsigned i = 0;
  while (x >= weights[i]) x -= weights[i++];
  return i;
}

static bool var_fits(const gen_var *v, gen_kind kind, int type, bool to_write) {
  return v->kind == kind && (type < 0 || v->type == (unsigned)type) && !(to_write && v->fixed);
}

const gen_var *gen_some_var(gen *g, gen_kind kind, int type, bool to_write) {
  unsigned fits = 0;
  for (size_t i = 0; i < g->vars.len; i++) fits += var_fits(&g->vars.data[i], kind, type, to_write);
  if (fits == 0) return NULL;
  unsigned n = gen_pick(g, fits);
  for (size_t i = 0; i < g->vars.len; i++) {
    if (var_fits(&g->vars.data[i], kind, type, to_write) && n-- == 0) return &g->vars.data[i];
  }
  return NULL;
}

void gen_const(gen *g, strbuf *b) {
  static const char *const rare[] = {"127",
                                     "128",
                                     "255",
                                     "32767",
                                     "65535",
                                     "2147483647",
                                     "(-2147483647 - 1)",
                                     "0xff",
                                     "0x80000000",
                                     "4294967296",
                                     "'a'",
                                     "0xffffffffffffffff",
                                     "9223372036854775807"};
  if (!g->p->few_values && gen_chance(g, 6)) {
    sb_puts(b, rare[gen_pick(g, sizeof rare / sizeof *rare)]);
  } else if (gen_chance(g, 15)) {
    sb_printf(b, "(-%u)", gen_pick(g, 3) + 1);
  } else {
    sb_printf(b, "%u", gen_pick(g, gen_chance(g, 85) ? 4 : 12));
  }
}

void gen_event(gen *g, strbuf *b) {
  if (g->has_event_pointer && gen_chance(g, 35)) {
    sb_puts(b, "*ep");
    return;
  }
  unsigned n = g->n_events + g->n_event_array;
  unsigned i = gen_pick(g, n);
  if (i < g->n_events) {
    sb_printf(b, "e%u", i);
  } else {
    const gen_var *v = gen_chance(g, 30) ? gen_some_var(g, GEN_SCALAR, -1, false) : NULL;
    if (v != NULL) {
      sb_printf(b, "ev[%s & 1]", v->name);
    } else {
      sb_printf(b, "ev[%u]", i - g->n_events);
    }
  }
}

// Index of an object with `count` elements: mostly within it.
static void index_of(gen *g, unsigned count, strbuf *b) {
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, false);
  unsigned kind = gen_pick(g, 100);
  if (v == NULL || kind < 55) {
    sb_printf(b, "%u", gen_pick(g, count));
  } else if (kind < 93) {
    sb_printf(b, "%s & %u", v->name, count == 4 ? 3u : 1u);
  } else if (kind < 99) {
    sb_puts(b, v->name);
  } else {
    sb_printf(b, "%u", count);
  }
}

bool gen_lvalue(gen *g, strbuf *b) {
  static const unsigned weights[] = {66, 18, 10, 14};
  for (int tries = 0; tries < 4; tries++) {
    gen_kind kind = (gen_kind)gen_weighted(g, weights, 4);
    const gen_var *v = gen_some_var(g, kind, -1, kind == GEN_SCALAR);
    if (v == NULL) continue;
    switch (kind) {
    case GEN_SCALAR: sb_puts(b, v->name); return true;
    case GEN_ARRAY:
      sb_printf(b, "%s[", v->name);
      index_of(g, v->count, b);
      sb_puts(b, "]");
      return true;
    case GEN_POINTER:
      if (v->count > 0 && gen_chance(g, 50)) {
        sb_printf(b, "%s[%u]", v->name, gen_pick(g, v->count));
      } else {
        sb_printf(b, "*%s", v->name);
      }
      return true;
    case GEN_RECORD:
      sb_printf(b, "%s%s%s", v->name, v->count > 0 ? "->" : ".",
                gen_chance(g, 30)   ? "z["
                : gen_chance(g, 50) ? "x"
                                    : "y");
      if (b->text[b->len - 1] == '[') {
        index_of(g, 2, b);
        sb_puts(b, "]");
      }
      return true;
    }
  }
  return false;
}

bool gen_address(gen *g, unsigned type, strbuf *b) {
  if (gen_chance(g, 30)) {
    const gen_var *a = gen_some_var(g, GEN_ARRAY, (int)type, true);
    if (a != NULL && !a->local) {
      sb_printf(b, "&%s[%u]", a->name, gen_pick(g, a->count));
      return true;
    }
  }
  for (int tries = 0; tries < 4; tries++) {
    const gen_var *v = gen_some_var(g, GEN_SCALAR, (int)type, true);
    if (v != NULL && !v->local) {
      sb_printf(b, "&%s", v->name);
      return true;
    }
  }
  if (g->has_record && type == g->record_types[0]) {
    sb_puts(b, "&r0.x");
    return true;
  }
  return false;
}

bool gen_pointer_value(gen *g, unsigned type, strbuf *b) {
  unsigned kind = gen_pick(g, 100);
  if (kind < 5) {
    sb_puts(b, "null");
    return true;
  }
  if (kind < 25) {
    const gen_var *v = gen_some_var(g, GEN_POINTER, (int)type, false);
    if (v != NULL) {
      sb_puts(b, v->name);
      return true;
    }
  }
  if (kind < 40) {
    strbuf c = {0}, x = {0}, y = {0};
    bool ok = gen_address(g, type, &x) && gen_address(g, type, &y);
    if (ok) {
      gen_cond(g, 0, &c);
      sb_printf(b, "(%s ? %s : %s)", sb_text(&c), sb_text(&x), gen_chance(g, 15) ? "null" : sb_text(&y));
    }
    sb_fini(&c);
    sb_fini(&x);
    sb_fini(&y);
    if (ok) return true;
  }
  return gen_address(g, type, b);
}

bool gen_callable(const gen *g, const gen_func *f) {
  if (g->pure) return false;
  if (f->waits > 0 && (!(g->may & GEN_MAY_WAIT) || f->waits * g->repeat > g->waits_left)) return false;
  if (f->inputs > 0 && (f->inputs * g->repeat > g->inputs_left || g->repeat > 1)) return false;
  if (f->requests && g->update >= 0) return false;  // an update that requests itself never lets the time go on
  return !f->immediate || (g->may & GEN_MAY_NOTIFY_NOW);
}

void gen_call(gen *g, const gen_func *f, strbuf *b) {
  g->waits_left -= f->waits * g->repeat;
  g->waits_used += f->waits * g->repeat;
  g->inputs_left -= f->inputs * g->repeat;
  g->inputs_used += f->inputs * g->repeat;
  g->immediate_used = g->immediate_used || f->immediate;
  g->requests_used = g->requests_used || f->requests;
  sb_printf(b, "%s(", f->name);
  for (unsigned i = 0; i < f->n_params; i++) {
    if (i > 0) sb_puts(b, ", ");
    const gen_var *v = gen_some_var(g, GEN_SCALAR, (int)f->params[i].type, true);
    if (!f->params[i].pointer) {
      gen_expr(g, 0, b);
    } else if (v != NULL && v->local && gen_chance(g, 60)) {
      sb_printf(b, "&%s", v->name);
    } else if (!gen_pointer_value(g, f->params[i].type, b)) {
      sb_puts(b, "null");
    }
  }
  sb_puts(b, ")");
}

static void leaf(gen *g, strbuf *b) {
  unsigned kind = gen_pick(g, 100);
  if (kind < 26) {
    gen_const(g, b);
  } else if (kind < 29 && !g->p->cyclic) {
    sb_puts(b, "@time");
  } else if (kind < 31 && !g->pure && g->inputs_left >= g->repeat && !g->p->cyclic) {
    g->inputs_left -= g->repeat;
    g->inputs_used += g->repeat;
    sb_puts(b, "?(bool)");
  } else if (!gen_lvalue(g, b)) {
    gen_const(g, b);
  }
}

static void division(gen *g, unsigned depth, strbuf *b) {
  const char *op = gen_chance(g, 50) ? "/" : "%";
  strbuf x = {0}, y = {0};
  gen_expr(g, depth - 1, &x);
  unsigned kind = gen_pick(g, 100);
  if (kind < 60) {
    sb_printf(b, "(%s %s %u)", sb_text(&x), op, gen_pick(g, 3) + 1);
  } else if (kind < 85) {
    bool was_pure = g->pure;  // printed twice, so it must mean the same twice
    g->pure = true;
    gen_expr(g, 0, &y);
    g->pure = was_pure;
    sb_printf(b, "(%s != 0 ? %s %s %s : %u)", sb_text(&y), sb_text(&x), op, sb_text(&y), gen_pick(g, 3));
  } else {
    gen_expr(g, depth - 1, &y);
    sb_printf(b, "(%s %s %s)", sb_text(&x), op, sb_text(&y));
  }
  sb_fini(&x);
  sb_fini(&y);
}

static void binary(gen *g, unsigned depth, strbuf *b) {
  static const char *const ops[] = {"+", "-",  "*", "<<", ">>", "&",  "|",  "^",
                                    "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
  static const unsigned weights[] = {20, 14, 6, 3, 4, 8, 5, 5, 3, 3, 3, 3, 4, 3, 3, 3};
  const char *op = ops[gen_weighted(g, weights, 16)];
  sb_puts(b, "(");
  gen_expr(g, depth - 1, b);
  sb_printf(b, " %s ", op);
  gen_expr(g, depth - 1, b);
  sb_puts(b, ")");
}

// The operand stands in parentheses: `-` before a negative literal must not become `--`.
static void unary(gen *g, unsigned depth, strbuf *b) {
  static const char *const ops[] = {"-", "~", "!", "(u8)", "(i64)", "(bool)", "(i8)", "(uint)"};
  sb_printf(b, "(%s(", ops[gen_pick(g, 8)]);
  gen_expr(g, depth - 1, b);
  sb_puts(b, "))");
}

static const gen_func *some_call(gen *g) {
  if (g->funcs.len == 0) return NULL;
  const gen_func *f = &g->funcs.data[gen_pick(g, (unsigned)g->funcs.len)];
  return f->result >= 0 && gen_callable(g, f) ? f : NULL;
}

void gen_expr(gen *g, unsigned depth, strbuf *b) {
  static const unsigned weights[] = {30, 40, 9, 8, 7, 6};
  if (depth == 0) {
    leaf(g, b);
    return;
  }
  switch (gen_weighted(g, weights, 6)) {
  case 0: leaf(g, b); break;
  case 1: binary(g, depth, b); break;
  case 2: unary(g, depth, b); break;
  case 3: division(g, depth, b); break;
  case 4:
    sb_puts(b, "(");
    gen_cond(g, 0, b);
    sb_puts(b, " ? ");
    gen_expr(g, depth - 1, b);
    sb_puts(b, " : ");
    gen_expr(g, depth - 1, b);
    sb_puts(b, ")");
    break;
  case 5: {
    const gen_func *f = some_call(g);
    if (f != NULL) {
      gen_call(g, f, b);
    } else {
      leaf(g, b);
    }
    break;
  }
  }
}

// A right operand that fails unless the left one protects it.
static bool guarded(gen *g, strbuf *b) {
  const gen_var *p = gen_some_var(g, GEN_POINTER, -1, false);
  if (p != NULL && gen_chance(g, 50)) {
    sb_printf(b, gen_chance(g, 60) ? "(%s != null && *%s > %u)" : "(%s == null || *%s > %u)", p->name, p->name,
              gen_pick(g, 3));
    return true;
  }
  const gen_var *v = gen_some_var(g, GEN_SCALAR, -1, false);
  if (v == NULL) return false;
  sb_printf(b, gen_chance(g, 50) ? "(%s != 0 && (%u / %s) != 1)" : "(%s == 0 || (%u %% %s) < 1)", v->name,
            gen_pick(g, 5) + 1, v->name);
  return true;
}

void gen_cond(gen *g, unsigned depth, strbuf *b) {
  static const char *const ops[] = {"<", "<=", ">", ">=", "==", "!="};
  unsigned kind = gen_pick(g, 100);
  if (depth > 0 && kind < 30) {
    sb_puts(b, gen_chance(g, 25) ? "(!" : "(");
    gen_cond(g, depth - 1, b);
    sb_puts(b, gen_chance(g, 50) ? " && " : " || ");
    gen_cond(g, depth - 1, b);
    sb_puts(b, ")");
    return;
  }
  if (depth > 0 && kind < 40 && guarded(g, b)) return;
  sb_puts(b, "(");
  if (!gen_lvalue(g, b)) gen_const(g, b);
  sb_printf(b, " %s ", ops[gen_pick(g, 6)]);
  if (gen_chance(g, 65)) {
    gen_const(g, b);
  } else {
    gen_expr(g, depth, b);
  }
  sb_puts(b, ")");
}
