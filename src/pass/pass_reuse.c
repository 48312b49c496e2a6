// Allocations whose objects may be taken for ended ones get the flag `reused` (analysis/reuse.h, doc/semantics-threads.md 11): the semantics
// then keeps in mind which of them lived at one time.
//
// Where the two meet, who allocates must know one of the objects that another process frees, or who frees one that another
// allocates: so if a process may find an object that it has not made among those that are compared, it matters in which
// order different processes allocate and free them. Such a `new` reads, and such a `free` writes, a variable that stands for
// this order, and both begin a step. Everything that asks which steps depend on each other then knows.
#include "analysis/reuse.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"
#include "pass/pass_visible.h"

typedef struct marker {
  visibility *v;
  bitset sites, ordered;
  ir_global order;  // made when first needed
} marker;

static ir_operand order_of(pass_copy *c, marker *k) {
  if (!k->order.id) {
    k->order = ir_global_add(c->to, "allocation_order", ir_type_char(c->to), PLACE_NONE);
    ir_global_flags(c->to, k->order, false, false, true);
  }
  return (ir_operand){.kind = IR_OPERAND_GLOBAL, .value = k->order.id};
}

// With the order as its second operand.
static void copy_ordered(pass_copy *c, marker *k, const ir_instr *i) {
  ir_operand args[3] = {i->args[0], order_of(c, k), i->n_args > 2 ? i->args[2] : (ir_operand){0}};
  ir_instr ordered = *i;
  ordered.args = args;
  ordered.n_args = i->n_args > 2 ? 3 : 2;
  pass_copy_instr(c, &ordered);
}

static uint32_t site_of(const marker *k, const ir_module *m, uint32_t func, const ir_instr *i) {
  return points_site(visibility_points(k->v), func, (uint32_t)(i - m->funcs[func].code));
}

static bool is_ordered(const marker *k, const ir_module *m, uint32_t func, const ir_instr *i) {
  if (i->op == IR_NEW) return bitset_has(&k->ordered, site_of(k, m, func, i));
  return i->op == IR_FREE &&
         bitset_intersects(points_of(visibility_points(k->v), (ir_func){func}, &i->args[0]), &k->ordered);
}

// One process alone does them in one order.
static bool has_one_runner(const marker *k, const ir_module *m) {
  uint32_t runner = UINT32_MAX;
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    uint32_t here = visibility_runner(k->v, f);
    for (uint32_t c = 0; c < m->funcs[f].n_code && here != UINT32_MAX; c++) {
      if (!is_ordered(k, m, f, &m->funcs[f].code[c])) continue;
      if (!here || (runner != UINT32_MAX && runner != here)) return false;
      runner = here;
    }
  }
  return true;
}

static bool mark(pass_copy *c, const ir_instr *i) {
  marker *k = c->arg;
  bool ordered = is_ordered(k, c->from, c->func.id, i);
  ir_instr marked = *i;
  if (i->op == IR_NEW && bitset_has(&k->sites, site_of(k, c->from, c->func.id, i))) marked.flags |= IR_REUSED;
  if (ordered)
    copy_ordered(c, k, &marked);
  else
    pass_copy_instr(c, &marked);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  uint32_t order;
  return reuse_in_language(m) && reuse_possible(m) &&
         !reuse_marked(m, &order);  // text of the IR may have the marks already
}

static bool wanted_in_bytes(const ir_module *m, uint32_t checks) {
  (void)checks;
  uint32_t order;
  return reuse_in_language(m) && reuse_possible_in_bytes(m) && !reuse_marked(m, &order);
}

static ir_module *mark_all(const ir_module *m, bool bytes) {
  marker k = {.v = visibility_new(m)};
  const points *pts = visibility_points(k.v);
  k.sites = bitset_new(points_objects(pts) + 1);
  k.ordered = bitset_new(points_objects(pts) + 1);
  reuse_find(m, pts, bytes, visibility_shared(k.v), &k.sites, &k.ordered);
  if (has_one_runner(&k, m)) bitset_clear(&k.ordered);
  pass_copy c = {.from = m, .before = mark, .arg = &k};
  if (bitset_intersects(&k.sites, &k.sites)) pass_copy_module(&c);
  visibility_free(k.v);
  bitset_fini(&k.sites);
  bitset_fini(&k.ordered);
  return c.to;
}

static ir_module *run(const ir_module *m) { return mark_all(m, false); }
static ir_module *run_in_bytes(const ir_module *m) { return mark_all(m, true); }

const pass pass_reuse = {
    .name = "reuse",
    .help = "allocations whose addresses may be compared with those of ended objects are marked",
    .wanted = wanted,
    .run = run,
};

const pass pass_reuse_bytes = {
    .name = "reuse_bytes",
    .help = "instead of reuse: also those whose addresses are looked at through other types, or byte by byte",
    .wanted = wanted_in_bytes,
    .run = run_in_bytes,
};
