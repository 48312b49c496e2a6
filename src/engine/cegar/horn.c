// Sequence interpolants as predicates [AAPOR]: of the path with all guards outside of the core left out. They
// come from integers; whether they refute the path bit by bit is found out by the abstraction, as with all predicates.
//
// What lies between two guards of the core only assigns: it is one rule of the chain, so that its length is that of the core
// whatever the encoding of blocks. Between, what the next interpolant asks for is told by preconditions, which are exact there.
#include "engine/cegar/path.h"
#include "smt/smt_horn.h"

#define HORN_EFFORT 20000000  // units of Z3

typedef struct chain {
  path *p;
  id_vec vars;
  expr_vec syms, inits;
  VEC(size_t) cuts;  // steps at which rules begin, and the end
  VEC(horn_step) steps;
} chain;

static void open_chain(chain *c) {
  cegar *g = c->p->g;
  bitset need = path_needs(c->p);
  for (uint32_t v = 1; v < g->c->vars.len; v++) {
    if (!bitset_has(&need, v)) continue;
    vec_push(&c->vars, v);
    vec_push(&c->syms, g->c->vars.data[v].sym);
    vec_push(&c->inits, g->c->vars.data[v].init);
  }
  bitset_fini(&need);
  vec_push(&c->cuts, 0);
  for (size_t i = 1; i < c->p->last; i++)
    if (c->p->core[i]) vec_push(&c->cuts, i);
  vec_push(&c->cuts, c->p->last);
}

static void close_chain(chain *c) {
  for (size_t i = 0; i < c->steps.len; i++) mem_free((void *)c->steps.data[i].values);
  vec_free(&c->steps);
  vec_free(&c->cuts);
  vec_free(&c->vars);
  vec_free(&c->syms);
  vec_free(&c->inits);
}

static void add_rule(chain *c, size_t from, size_t to) {
  cegar *g = c->p->g;
  path_store s = {.g = g, .now = MEM_NEW_N(expr, g->c->vars.len)};
  for (size_t v = 1; v < g->c->vars.len; v++) s.now[v] = g->c->vars.data[v].sym;
  expr guard = path_run(&s, c->p, from);
  for (size_t i = from + 1; i < to; i++) path_run(&s, c->p, i);
  expr *values = MEM_NEW_N(expr, c->vars.len);
  for (size_t k = 0; k < c->vars.len; k++) values[k] = s.now[c->vars.data[k]];
  mem_free(s.now);
  vec_push(&c->steps, ((horn_step){c->p->core[from] ? guard : expr_bool(g->t, true), values}));
}

// The fact, and what it asks for at the positions before it, back to the rule that leads to it.
static bool add_fact(const chain *c, const horn_fact *f) {
  bool any = precision_add(c->p->g, f->term);
  expr term = f->term;
  for (size_t i = c->cuts.data[f->point]; i-- > c->cuts.data[f->point - 1] + 1;) {
    term = path_back(c->p, i, term);
    any |= precision_add(c->p->g, term);
  }
  return any;
}

bool refine_interpolants(path *p) {
  cegar *g = p->g;
  chain c = {.p = p};
  open_chain(&c);
  for (size_t i = 0; i + 1 < c.cuts.len; i++) add_rule(&c, c.cuts.data[i], c.cuts.data[i + 1]);
  horn_path h = {
      .vars = c.syms.data, .inits = c.inits.data, .n_vars = c.syms.len, .steps = c.steps.data, .n_steps = c.steps.len};
  horn_facts facts = {0};
  bool any = false;
  if (smt_interpolants(g->solver, &h, HORN_EFFORT, &facts))
    for (size_t i = 0; i < facts.len; i++) any |= add_fact(&c, &facts.data[i]);
  vec_free(&facts);
  close_chain(&c);
  return any;
}
