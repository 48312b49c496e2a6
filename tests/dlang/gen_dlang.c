#include "dlang/gen_dlang.h"

#include "base/rng.h"

typedef struct gen {
  rng r;
  strbuf *out;
  unsigned scalars;  // a, b, ...
  unsigned cells;    // length of y
  unsigned left;     // statements of the process
} gen;

static unsigned pick(gen *g, unsigned n) { return (unsigned)rng_below(&g->r, n); }
static bool chance(gen *g, unsigned percent) { return pick(g, 100) < percent; }

static void put_index(gen *g) {
  if (chance(g, 50)) {
    sb_printf(g->out, "y[%u]", pick(g, g->cells));
  } else {
    sb_printf(g->out, "y[%c %% %u]", chance(g, 30) ? 'k' : 'a' + (int)pick(g, g->scalars), g->cells);
  }
}

static void put_place(gen *g) {
  if (chance(g, 30)) {
    put_index(g);
  } else {
    sb_printf(g->out, "%c", 'a' + (int)pick(g, g->scalars));
  }
}

static void put_value(gen *g) {
  if (chance(g, 50)) {
    sb_printf(g->out, "%u", pick(g, 3));
  } else if (chance(g, 20)) {
    sb_puts(g->out, "k");
  } else {
    put_place(g);
    if (chance(g, 40)) sb_printf(g->out, " + %u", pick(g, 2) + 1);
  }
}

static void put_cas(gen *g) {
  sb_puts(g->out, "cas(");
  put_place(g);
  sb_printf(g->out, ", %u, %u)", pick(g, 2), pick(g, 3));
}

static void put_condition(gen *g) {
  if (chance(g, 20)) {
    put_cas(g);
    sb_printf(g->out, " == %u", pick(g, 2));
    return;
  }
  put_place(g);
  sb_printf(g->out, " %s %u", pick(g, 2) ? "==" : pick(g, 2) ? "<" : ">", pick(g, 3));
}

static void indent(gen *g, unsigned depth) {
  for (unsigned i = 0; i <= depth; i++) sb_puts(g->out, "  ");
}

static void put_block(gen *g, unsigned depth, unsigned most);

static void put_statement(gen *g, unsigned depth) {
  unsigned kind = pick(g, 100);
  g->left--;
  indent(g, depth);
  if (kind < 40) {
    if (chance(g, 12)) {
      sb_puts(g->out, "k");
    } else {
      put_place(g);
    }
    sb_puts(g->out, " := ");
    put_value(g);
  } else if (kind < 55) {
    sb_puts(g->out, "if ");
    put_condition(g);
  } else if (kind < 65) {
    put_cas(g);
  } else if (kind < 93 || depth > 0) {
    sb_puts(g->out, "if ");
    put_condition(g);
    sb_puts(g->out, " then {\n");
    put_block(g, depth + 1, 2);
    indent(g, depth);
    sb_puts(g->out, "}");
    if (chance(g, 30)) {
      sb_puts(g->out, " else {\n");
      put_block(g, depth + 1, 1);
      indent(g, depth);
      sb_puts(g->out, "}");
    }
  } else {
    // Two rounds, or fewer.
    sb_puts(g->out, "while n < 2 {\n");
    indent(g, depth + 1);
    sb_puts(g->out, "n := n + 1\n");
    put_block(g, depth + 1, 1);
    indent(g, depth);
    sb_puts(g->out, "}");
  }
  sb_puts(g->out, "\n");
}

static void put_block(gen *g, unsigned depth, unsigned most) {
  unsigned n = 1 + pick(g, most);
  for (unsigned i = 0; i < n; i++) {
    if (i && !g->left) return;
    if (!g->left) g->left = 1;
    put_statement(g, depth);
  }
}

void gen_dlang(uint64_t seed, strbuf *out) {
  gen g = {.r = rng_new(seed), .out = out};
  unsigned procs = 2 + (pick(&g, 100) < 40) + (pick(&g, 100) < 8);
  g.scalars = 1 + pick(&g, 3);
  g.cells = 2 + pick(&g, 2);
  sb_printf(out, "< \"%llu\" %u", (unsigned long long)seed, procs);
  for (unsigned i = 0; i < g.scalars; i++) sb_printf(out, ", %c 1 %u", 'a' + (int)i, pick(&g, 2));
  sb_printf(out, ", y %u, local k 1, local n 1 >\n", g.cells);
  for (unsigned p = 0; p < procs; p++) {
    g.left = procs == 2 ? 5 : procs == 3 ? 3 : 2;
    sb_puts(out, "[\n");
    put_block(&g, 0, g.left);
    sb_puts(out, "]\n");
  }
}
