#include "cmin/gen_cmin.h"

#include "base/rng.h"

typedef struct gen {
  rng r;
  strbuf *out;
  unsigned thread, stmts;
  unsigned inputs;  // that may still be drawn
  bool once;        // the statement is not part of a loop
} gen;

static unsigned pick(gen *g, unsigned n) { return (unsigned)rng_below(&g->r, n); }
static bool chance(gen *g, unsigned percent) { return pick(g, 100) < percent; }
static const char *one_of(gen *g, const char *const *list, unsigned n) { return list[pick(g, n)]; }

// Most dereferences are of p and q, which the first thread makes point to something.
static const char *const int_cells[] = {"a", "b", "c", "a", "b", "p->v", "q->v", "p->v", "*i"};
static const char *const pointers[] = {"p", "q", "p", "p->n", "q->n", "*w"};

static void put_bool(gen *g, unsigned depth);

static void put_int(gen *g, unsigned depth) {
  unsigned kind = pick(g, 100);
  if (depth == 0 || kind < 30) {
    if (chance(g, 50))
      sb_printf(g->out, "%d", (int)pick(g, 5) - 1);
    else
      sb_puts(g->out, one_of(g, int_cells, chance(g, 70) ? 3 : 9));
  } else if (kind < 45 && g->inputs && g->once) {
    g->inputs--;
    if (chance(g, 70))
      sb_puts(g->out, chance(g, 50) ? "nd(0, 1)" : "nd(-1, 2)");
    else
      sb_puts(g->out, chance(g, 50) ? "nd(0, b mod 2)" : "nd(a, -2)");
  } else if (kind < 80) {
    put_int(g, depth - 1);
    sb_puts(g->out, chance(g, 60) ? " + " : chance(g, 50) ? " - " : " * ");
    if (chance(g, 50))
      sb_printf(g->out, "%u", pick(g, 3));
    else
      sb_puts(g->out, one_of(g, int_cells, 3));
  } else if (kind < 88) {
    sb_puts(g->out, "(");
    put_int(g, depth - 1);
    sb_printf(g->out, ") %s ", chance(g, 50) ? "div" : "mod");
    if (chance(g, 85))
      sb_printf(g->out, "%u", pick(g, 3) + 1);
    else
      sb_puts(g->out, one_of(g, int_cells, 3));
  } else {
    sb_puts(g->out, "(");
    put_bool(g, depth - 1);
    sb_puts(g->out, " ? ");
    put_int(g, depth - 1);
    sb_puts(g->out, " : ");
    if (chance(g, 4))
      sb_puts(g->out, "fail");
    else
      put_int(g, depth - 1);
    sb_puts(g->out, ")");
  }
}

static void put_pointer(gen *g) {
  unsigned kind = pick(g, 100);
  if (kind < 6)
    sb_puts(g->out, chance(g, 50) ? "0" : "null");
  else if (kind < 85)
    sb_puts(g->out, one_of(g, pointers, chance(g, 80) ? 2 : 6));
  else
    sb_printf(g->out, "(%s ? p : q)", chance(g, 50) ? "f" : "a > 0");
}

static void put_bool(gen *g, unsigned depth) {
  static const char *const relations[] = {"<", "<=", "=", "<>", ">=", ">"};
  unsigned kind = pick(g, 100);
  if (kind < 15) {
    sb_puts(g->out, chance(g, 70) ? "f" : "p->x");
  } else if (kind < 30) {
    put_pointer(g);
    sb_printf(g->out, " %s ", chance(g, 50) ? "==" : "<>");
    sb_puts(g->out, chance(g, 50) ? "q" : "p");
  } else if (kind < 34) {
    sb_printf(g->out, "isfree(%s)", chance(g, 50) ? "p->v" : "q->n");
  } else if (depth && kind < 50) {
    sb_puts(g->out, "(");
    put_bool(g, depth - 1);
    sb_puts(g->out, chance(g, 50) ? " and " : " or ");
    put_bool(g, depth - 1);
    sb_puts(g->out, ")");
  } else if (depth && kind < 58) {
    sb_puts(g->out, "(not ");
    put_bool(g, depth - 1);
    sb_puts(g->out, ")");
  } else {
    sb_puts(g->out, "(");
    put_int(g, depth ? depth - 1 : 0);
    sb_printf(g->out, ") %s %d", one_of(g, relations, 6), (int)pick(g, 4) - 1);
  }
}

static void put_assign(gen *g) {
  unsigned kind = pick(g, 100);
  if (kind < 65) {
    sb_printf(g->out, "%s := ", one_of(g, int_cells, chance(g, 60) ? 3 : 9));
    put_int(g, 2);
  } else if (kind < 75) {
    sb_printf(g->out, "%s := ", chance(g, 70) ? "f" : "q->x");
    put_bool(g, 1);
  } else if (kind < 85) {
    sb_printf(g->out, "%s := ", one_of(g, pointers, chance(g, 40) ? 2 : 6));
    put_pointer(g);
  } else if (kind < 94) {
    static const char *const addresses[] = {"&a", "&b", "&p->v", "&q->v", "0"};
    sb_printf(g->out, "i := %s", one_of(g, addresses, chance(g, 95) ? 4 : 5));
  } else {
    static const char *const addresses[] = {"&p", "&q", "&p->n", "&q->n"};
    sb_printf(g->out, "w := %s", one_of(g, addresses, 4));
  }
}

static void put_assigns(gen *g) {
  if (chance(g, 75)) {
    put_assign(g);
    return;
  }
  sb_puts(g->out, "[");
  put_assign(g);
  for (unsigned n = pick(g, 2) + 1; n; n--) {
    sb_puts(g->out, ", ");
    put_assign(g);
  }
  sb_puts(g->out, "]");
}

// Jumps go forward, to the end at most, but for one loop of a few rounds by the thread's own counter.
static void put_stmt(gen *g, unsigned n) {
  unsigned kind = pick(g, 100);
  sb_printf(g->out, "  T%uL%u: ", g->thread, n);
  if (kind < 55) {
    put_assigns(g);
  } else if (kind < 68) {
    unsigned inputs = g->inputs;
    g->inputs = 0;
    sb_puts(g->out, "await(");
    put_bool(g, 1);
    g->inputs = inputs;
    sb_puts(g->out, ", ");
    if (chance(g, 30))
      sb_puts(g->out, "skip");
    else
      put_assigns(g);
    sb_puts(g->out, ")");
  } else if (kind < 82) {
    sb_puts(g->out, "jump(");
    put_bool(g, 1);
    unsigned left = g->stmts - n;
    sb_printf(g->out, ", T%uL%u", g->thread, n + 1 + pick(g, left));
    sb_printf(g->out, ", T%uL%u)", g->thread, n + 1 + pick(g, left));
  } else if (kind < 95) {
    sb_printf(g->out, "new(%s)", chance(g, 40) ? "p" : chance(g, 80) ? "q" : "i");
  } else {
    sb_printf(g->out, "delete(%s)", chance(g, 45) ? "p" : chance(g, 90) ? "q" : "i");
  }
  sb_puts(g->out, ";\n");
}

static void put_thread(gen *g, bool first) {
  g->stmts = 2 + pick(g, 3);
  bool loops = chance(g, 15);
  g->once = !loops;
  sb_printf(g->out, "thread(%u) {\n", g->thread);
  if (first && chance(g, 95)) sb_printf(g->out, "  T%uP: new(p);\n", g->thread);
  if (first && chance(g, 80)) sb_printf(g->out, "  T%uI: [i := &a, w := &p];\n", g->thread);
  if (first && chance(g, 95)) sb_printf(g->out, "  T%uQ: new(q);\n", g->thread);
  if (!first && chance(g, 80)) sb_printf(g->out, "  T%uS: await(q <> null, skip);\n", g->thread);
  for (unsigned n = 0; n < g->stmts; n++) put_stmt(g, n);
  unsigned end = g->stmts;
  if (loops) {
    sb_printf(g->out, "  T%uL%u: k%u := k%u + 1;\n", g->thread, end, g->thread, g->thread);
    sb_printf(g->out, "  T%uJ: jump(k%u < 2, T%uL%u, T%uE);\n", g->thread, g->thread, g->thread, pick(g, end),
              g->thread);
    sb_printf(g->out, "  T%uE: jump(true, T%uE, _);\n}\n", g->thread, g->thread);
  } else {
    sb_printf(g->out, "  T%uL%u: jump(true, T%uL%u, _);\n}\n", g->thread, end, g->thread, end);
  }
}

void gen_cmin(uint64_t seed, strbuf *out) {
  gen g = {.r = rng_new(seed), .out = out};
  g.inputs = pick(&g, 3);
  unsigned threads = chance(&g, 75) ? 2 : 3;
  sb_puts(out, "struct N { int v; N* n; bool x; }\n");
  sb_printf(out, "int a = %u;\nint b = 0;\nint c = 1;\nbool f = %s;\n", pick(&g, 3), chance(&g, 50) ? "true" : "false");
  sb_puts(out, "N* p = 0;\nN* q = null;\nint* i = 0;\nN** w = 0;\n");
  for (unsigned t = 0; t < threads; t++) sb_printf(out, "int k%u = 0;\n", t);
  for (g.thread = 0; g.thread < threads; g.thread++) put_thread(&g, g.thread == 0);
}

void gen_cmin_goal(uint64_t seed, strbuf *out) {
  gen g = {.r = rng_new(seed ^ 0x9e3779b97f4a7c15u), .out = out};
  static const char *const atoms[] = {"a = 1",     "b <> 0",   "c > 2",        "p->v = 1",      "q.v < 1",
                                      "f",         "p = null", "p->n->v <= 0", "*i = 2",        "*w = q",
                                      "a + b = c", "p->x",     "10 div a > b", "not q->n == p", "!f"};
  sb_printf(out, "EF %s", one_of(&g, atoms, 15));
  for (unsigned n = pick(&g, 3); n; n--) {
    sb_puts(out, chance(&g, 60) ? " and " : " || ");
    sb_printf(out, "%s", one_of(&g, atoms, 15));
  }
}
