#include "configs/gen_races.h"

#include "base/rng.h"

// What the threads of a program have in common.
typedef enum style {
  FREE,       // anything
  APART,      // each thread has variables of its own, mostly: reductions find something to leave out
  PING_PONG,  // two threads wake each other for ever in one delta cycle and have little to do with the rest
  CLOCKED,    // each thread decides something once per delta cycle
  STYLES
} style;

typedef struct races {
  rng r;          // the structure
  rng constants;  // of the assertions
  strbuf *out;
  unsigned threads, events, indent, next_local;
  unsigned self;  // number of the thread being written
  bool cyclic;
  bool input, array, pointer, function, recursion, suspends, assumes, updates, commutes, reactive;
  bool in_function;
  unsigned checker;  // the thread that asserts
  bool checks;       // the thread being written may assert
  style style;
  unsigned mask;  // variables it mostly uses, a bit each
} races;

static unsigned pick(races *g, unsigned n) { return (unsigned)rng_below(&g->r, n); }
static bool chance(races *g, unsigned percent) { return pick(g, 100) < percent; }

static void line(races *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void line(races *g, const char *fmt, ...) {
  va_list ap;
  for (unsigned i = 0; i < g->indent; i++) sb_puts(g->out, "  ");
  va_start(ap, fmt);
  sb_vprintf(g->out, fmt, ap);
  va_end(ap);
  sb_putc(g->out, '\n');
}

static void open_block(races *g, const char *text) {
  line(g, "%s {", text);
  g->indent++;
}

static void close_block(races *g) {
  g->indent--;
  line(g, "}");
}

static const char *var(races *g) {
  static const char *const names[] = {"x", "y", "z"};
  unsigned v = pick(g, 3);
  while (!(g->mask >> v & 1) && !chance(g, 15)) v = pick(g, 3);
  return names[v];
}

// --- actions ---------------------------------------------------------------------------------------------------------

static void assign(races *g) {
  switch (pick(g, 4)) {
  case 0: line(g, "%s = %u;", var(g), pick(g, 3)); break;
  case 1: line(g, "%s = (%s + 1) %% 3;", var(g), var(g)); break;
  case 2: line(g, "%s = %s;", var(g), var(g)); break;
  case 3: line(g, "%s = %s == %u ? %u : %s;", var(g), var(g), pick(g, 3), pick(g, 3), var(g)); break;
  }
}

// Updates that commute with those of their kind; w wraps around after four.
static void commute(races *g) {
  switch (pick(g, 4)) {
  case 0: line(g, "w += 64;"); break;
  case 1: line(g, "w -= 64;"); break;
  case 2: line(g, "%s ^= %u;", var(g), pick(g, 2) + 1); break;
  case 3: line(g, "%s |= %u;", var(g), pick(g, 2) + 1); break;
  }
}

static void notify(races *g) {
  unsigned e = pick(g, g->events);
  if (g->cyclic ? chance(g, 65) : chance(g, 45)) {
    line(g, "notify e%u;", e);
  } else {
    line(g, "notify e%u, %u;", e, pick(g, 2));
  }
}

static void switch_here(races *g) {
  unsigned what = pick(g, 10);
  if (what < (g->reactive ? 7 : 4)) {
    line(g, "wait e%u;", pick(g, g->events));
  } else if (what < 9) {
    line(g, "wait_time 0;");
  } else {
    line(g, "wait_time 1;");
  }
}

static void array_access(races *g) {
  switch (pick(g, 4)) {
  case 0: line(g, "a[%u] = %u;", pick(g, 2), pick(g, 3)); break;
  case 1: line(g, "a[%s & 1] = %u;", var(g), pick(g, 3)); break;
  case 2: line(g, "%s = a[%u];", var(g), pick(g, 2)); break;
  case 3: line(g, "%s = a[%s & 1];", var(g), g->input && chance(g, 50) ? "g" : var(g)); break;
  }
}

static void pointer_access(races *g) {
  switch (pick(g, 4)) {
  case 0: line(g, "*p = %u;", pick(g, 3)); break;
  case 1: line(g, "p = &%s;", var(g)); break;
  case 2: line(g, "%s = *p;", var(g)); break;
  case 3: line(g, "*p ^= 1;"); break;
  }
}

static void input_use(races *g) {
  switch (pick(g, 4)) {
  case 0: line(g, "%s = g;", var(g)); break;
  case 1: line(g, "%s = (%s + g) %% 3;", var(g), var(g)); break;
  case 2:
    open_block(g, "if (?(bool))");
    assign(g);
    close_block(g);
    break;
  case 3: {
    unsigned n = g->next_local++;
    line(g, "int i%u = ?(int);", n);
    line(g, "assume(i%u >= 0 && i%u <= %u);", n, n, pick(g, 2) + 1);
    line(g, "%s = i%u;", var(g), n);
    break;
  }
  }
}

static void assume(races *g) {
  if (g->input && chance(g, 50)) {
    line(g, "assume(g != %u);", pick(g, 3));
  } else if (chance(g, 50)) {
    line(g, "assume(%s != %u);", var(g), pick(g, 3));
  } else {
    line(g, "assume(%s != %u || %s == %u);", var(g), pick(g, 3), var(g), pick(g, 3));
  }
}

// Only the constants come from the other sequence.
static void check(races *g) {
  const char *a = var(g), *b = var(g);
  unsigned form = pick(g, 6);
  unsigned c = (unsigned)rng_below(&g->constants, 3), d = (unsigned)rng_below(&g->constants, 3);
  unsigned e = (unsigned)rng_below(&g->constants, 4) * 64, f = (unsigned)rng_below(&g->constants, 3);
  if (form == 0) {
    line(g, "assert(%s != %u || %s != %u);", a, c, b, d);
  } else if (form < 4) {
    line(g, "assert(x != %u || y != %u || z != %u);", c, d, f);
  } else if (g->commutes) {
    line(g, "assert(%s != %u || %s != %u || w != %u);", a, c, b, d, e);
  } else if (g->array) {
    line(g, "assert(a[%u] != %u || %s != %u);", f & 1, c, b, d);
  } else {
    line(g, "assert(%s != %u || %s != %u);", a, c, b, d);
  }
}

static void action(races *g);

static void condition(races *g) {
  line(g, "if (%s == %u) {", g->input && chance(g, 25) ? "g" : var(g), pick(g, 3));
  g->indent++;
  action(g);
  g->indent--;
  if (chance(g, 30)) {
    line(g, "} else {");
    g->indent++;
    assign(g);
    g->indent--;
  }
  line(g, "}");
}

static void action(races *g) {
  unsigned what = pick(g, 22);
  if (what < 5)
    assign(g);
  else if (what < 9)
    notify(g);
  else if (what < 11)
    condition(g);
  else if (what < 12 && g->commutes)
    commute(g);
  else if (what < 13 && g->array)
    array_access(g);
  else if (what < 14 && g->pointer)
    pointer_access(g);
  else if (what < 15 && g->input)
    input_use(g);
  else if (what < 16 && g->assumes)
    assume(g);
  else if (what < 17 && g->suspends)
    line(g, "%s t%u;", chance(g, 40) ? "suspend" : "resume", pick(g, g->threads));
  else if (what < 18 && g->function && !g->in_function)
    line(g, "f();");
  else if (what < 19 && g->recursion && !g->in_function)
    line(g, "r(%u);", pick(g, 2) + 1);
  else if (what < 20 && g->updates)
    line(g, "request_update u;");
  else if (what < 21 && g->checks)
    check(g);
  else
    switch_here(g);
}

// --- the parts of a program ------------------------------------------------------------------------------------------

static void endless(races *g) {
  unsigned n = pick(g, 3) + 1 + (g->threads == 2);
  open_block(g, "while (true)");
  if (g->checks && chance(g, 60)) check(g);
  for (unsigned i = 0; i < n; i++) action(g);
  switch_here(g);  // every turn ends a step
  if (chance(g, 30)) action(g);
  if (g->checks && chance(g, 40)) check(g);
  close_block(g);
}

static void ending(races *g) {
  unsigned n = pick(g, 3) + 1;
  for (unsigned i = 0; i < n; i++) action(g);
  if (chance(g, 70)) switch_here(g);
  for (unsigned i = 0; i < n; i++) action(g);
  if (g->checks) check(g);
}

// One of the two that wake each other (as in Listing 3.1).
static void ping(races *g) {
  unsigned mine = g->self, other = (1 - g->self) % g->events;
  if (chance(g, 50)) line(g, "wait_time 0;");
  open_block(g, "while (true)");
  if (mine == 1) line(g, "wait e%u;", mine % g->events);
  if (chance(g, 30)) action(g);
  line(g, "notify e%u;", other);
  if (mine == 0) line(g, "wait e%u;", mine);
  if (chance(g, 15)) action(g);
  close_block(g);
}

static void decide(races *g) {
  bool toggle = chance(g, 75), flip = chance(g, 70) ? g->self % 2 : chance(g, 50);
  const char *u = flip ? "y" : "x", *v = flip ? "x" : "y";
  if (toggle) {
    line(g, "if (%s > 0) {", u);
  } else {
    line(g, "if (%s %s %u) {", var(g), chance(g, 50) ? "==" : ">", pick(g, 2));
  }
  g->indent++;
  line(g, "%s = %u;", toggle ? u : var(g), toggle ? 0 : pick(g, 2));
  g->indent--;
  line(g, "} else {");
  g->indent++;
  line(g, "%s = %u;", toggle ? v : var(g), toggle ? 1 : pick(g, 2));
  g->indent--;
  line(g, "}");
}

// Decides something once per delta cycle (as in Listing 4.2).
static void clocked(races *g) {
  if (chance(g, g->checks ? 60 : 20)) line(g, "wait_time 0;");
  open_block(g, "while (true)");
  line(g, "wait_time 0;");
  if (g->checks) {
    unsigned c = (unsigned)rng_below(&g->constants, 2), d = (unsigned)rng_below(&g->constants, 2);
    bool both = rng_below(&g->constants, 2);
    line(g, "assert(x != %u%s);", c, !both ? "" : d > 0 ? " || y != 1" : " || y != 0");
  }
  if (!g->checks || chance(g, 20)) decide(g);
  if (chance(g, 10)) action(g);
  close_block(g);
}

static void thread(races *g, unsigned number) {
  g->self = number;
  // One checks, and few others: errors that anybody can find are found by any search.
  g->checks = number == g->checker || chance(g, 15);
  if (g->style == APART) g->mask = 1u << number % 3 | (chance(g, 30) ? 1u << pick(g, 3) : 0);
  if (g->style == PING_PONG) g->mask = number < 2 ? 1 : 6;
  if (g->style == CLOCKED) g->mask = 3;
  line(g, "thread t%u {", number);
  g->indent++;
  if (g->style == PING_PONG && number < 2) {
    ping(g);
  } else if (g->style == CLOCKED) {
    clocked(g);
  } else {
    if (chance(g, 20)) action(g);
    if (chance(g, 40)) line(g, "wait_time 0;");
    if (g->cyclic && chance(g, 80)) {
      endless(g);
    } else {
      ending(g);
    }
  }
  close_block(g);
  g->mask = 7;
}

static void functions(races *g) {
  g->in_function = true;
  bool suspends = g->suspends;
  g->suspends = false;  // whether that is a context switch would depend on the caller
  if (g->function) {
    open_block(g, "void f()");
    if (chance(g, 70)) action(g);
    switch_here(g);
    if (chance(g, 70)) action(g);
    close_block(g);
  }
  if (g->recursion) {
    open_block(g, "void r(int n)");
    open_block(g, "if (n > 0)");
    assign(g);
    if (chance(g, 70)) line(g, "wait_time 0;");
    line(g, "r(n - 1);");
    close_block(g);
    close_block(g);
  }
  if (g->updates) {
    open_block(g, "update u");
    assign(g);
    close_block(g);
  }
  g->suspends = suspends;
  g->in_function = false;
}

static void globals(races *g) {
  for (unsigned e = 0; e < g->events; e++) line(g, "event e%u;", e);
  line(g, "int x = %u;", g->style == CLOCKED ? 0 : pick(g, 2));
  line(g, "int y;");
  line(g, g->pointer ? "int z;" : "u8 z;");
  if (g->commutes) line(g, "u8 w;");
  if (g->array) line(g, "u8 a[2];");
  if (g->pointer) line(g, "int *p = &%s;", chance(g, 50) ? "x" : "y");
  if (g->input) line(g, "int g = ?(int);");
}

void gen_races(uint64_t seed, unsigned variant, bool cyclic, strbuf *out) {
  races g = {.r = rng_new(seed), .constants = rng_new(seed * 977 + variant + 1), .out = out, .cyclic = cyclic};
  rng_next(&g.r);
  rng_next(&g.constants);
  g.mask = 7;
  g.style = cyclic ? (style)pick(&g, STYLES) : (style)pick(&g, 2);
  g.threads = 2 + pick(&g, 3);
  if (g.style == PING_PONG || g.style == CLOCKED) g.threads = 3 + pick(&g, 5) / 4;
  g.events = 1 + pick(&g, 2) + (g.style == PING_PONG);
  g.checker = g.style == PING_PONG ? g.threads - 1 : g.style == CLOCKED && chance(&g, 70) ? 0 : pick(&g, g.threads);
  g.input = chance(&g, 30);
  g.array = chance(&g, 25);
  g.pointer = chance(&g, 25);
  g.function = chance(&g, 20);
  g.recursion = chance(&g, 10);
  g.suspends = chance(&g, 30);
  g.assumes = chance(&g, 25);
  g.updates = chance(&g, 15);
  g.commutes = chance(&g, 35);
  g.reactive = chance(&g, 60);
  globals(&g);
  functions(&g);
  for (unsigned i = 0; i < g.threads; i++) thread(&g, i);
  open_block(&g, "main");
  if (g.input) line(&g, "assume(g >= 0 && g <= %u);", pick(&g, 2) + 1);
  line(&g, "start;");
  close_block(&g);
}
