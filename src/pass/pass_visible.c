// Accesses that no other process can see get the flag `hidden`: they never begin a step (doc/semantics-threads.md 2).
//
// An access is hidden if every object its address may point to is one of these:
// - a global that after the elaboration is accessed by one static process alone, or written by nobody;
// - an object (`local`, `new`, thread-local copy) of which no address is ever where a second process finds it: in a
//   global that several processes access, in the arguments of a spawned process, or in an object reached from these;
// - an object that one static process alone accesses.
// What the points-to sets do not know (an empty set) is visible. A process that is spawned may be spawned any number of
// times; one of the module's own runs once.
#include "pass/pass_visible.h"
#include "analysis/points.h"
#include "base/mem.h"
#include "base/vec.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

#define NOBODY 0u           // the elaboration only
#define SEVERAL UINT32_MAX  // else: one static process

struct visibility {
  const ir_module *m;
  points *pts;
  uint32_t n_objects;
  uint32_t *runs;      // by function: who executes it
  uint32_t *accesses;  // by object: who accesses it
  bitset written;      // by some process
  bitset shared;       // a second process may find its address
};

// --- who executes what ---------------------------------------------------------------------------------------------

static uint32_t join(uint32_t a, uint32_t b) { return a == NOBODY || a == b ? b : b == NOBODY ? a : SEVERAL; }

typedef VEC(uint32_t) func_vec;

static void run_by(visibility *v, uint32_t func, uint32_t who, func_vec *open) {
  uint32_t now = join(v->runs[func], who);
  if (now == v->runs[func]) return;
  v->runs[func] = now;
  vec_push(open, func);
}

// The functions that a call or spawn may mean: through a pointer any that takes as many arguments.
static void run_callees(visibility *v, const ir_instr *i, uint32_t who, func_vec *open) {
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    run_by(v, (uint32_t)i->args[0].value, who, open);
    return;
  }
  for (uint32_t f = 1; f <= v->m->n_funcs; f++) {
    if (v->m->funcs[f].n_params == i->n_args - 1) run_by(v, f, who, open);
  }
}

static void find_runners(visibility *v) {
  func_vec open = {0};
  for (uint32_t p = 1; p <= v->m->n_procs; p++) run_by(v, v->m->procs[p].func.id, p, &open);
  for (uint32_t f = 1; f <= v->m->n_funcs; f++) {
    for (uint32_t c = 0; c < v->m->funcs[f].n_code; c++) {
      const ir_instr *i = &v->m->funcs[f].code[c];
      if (i->op == IR_SPAWN) run_callees(v, i, SEVERAL, &open);
    }
  }
  while (open.len > 0) {
    uint32_t f = vec_pop(&open);
    for (uint32_t c = 0; c < v->m->funcs[f].n_code; c++) {
      const ir_instr *i = &v->m->funcs[f].code[c];
      if (i->op == IR_CALL) run_callees(v, i, v->runs[f], &open);
    }
  }
  vec_free(&open);
}

// --- who accesses what ---------------------------------------------------------------------------------------------

// The operands of an instruction that are addresses of accesses: the first n.
static uint32_t addresses(ir_op op) {
  switch ((int)op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CAS:
  case IR_FILL:
  case IR_FREE:
  case IR_NONDET_MEM: return 1;
  case IR_COPY: return 2;
  }
  return 0;
}

// Where misuse counts, who uses an object of synchronisation sees whether it is overwritten.
static bool looks(const ir_instr *i) {
  switch ((int)i->op) {
  case IR_LOCK:
  case IR_TRYLOCK:
  case IR_UNLOCK: return i->sub != IR_USE_PLAIN;
  case IR_VALID: return i->sub == IR_VALID_BLANK;
  case IR_LIFE: return true;
  }
  return false;
}

static void note_access(visibility *v, uint32_t f, const ir_instr *i, uint32_t a) {
  const bitset *set = points_of(v->pts, (ir_func){f}, &i->args[a]);
  bool writes = a == 0 && addresses(i->op) && i->op != IR_LOAD && v->runs[f] != NOBODY;
  for (uint32_t o = 1; o <= v->n_objects; o++) {
    if (!bitset_has(set, o)) continue;
    v->accesses[o] = join(v->accesses[o], v->runs[f]);
    if (writes) bitset_add(&v->written, o);
  }
}

static void find_accesses(visibility *v) {
  for (uint32_t f = 1; f <= v->m->n_funcs; f++) {
    for (uint32_t c = 0; c < v->m->funcs[f].n_code; c++) {
      const ir_instr *i = &v->m->funcs[f].code[c];
      for (uint32_t a = 0; a < addresses(i->op); a++) note_access(v, f, i, a);
      if (looks(i)) note_access(v, f, i, 0);
      // It ends where it was made, in the frame or with its block.
      uint32_t made = i->op == IR_LOCAL ? points_site(v->pts, f, c) : 0;
      if (made) v->accesses[made] = join(v->accesses[made], v->runs[f]);
    }
  }
}

static bool is_plain_global(const visibility *v, uint32_t obj) {
  return obj <= v->m->n_globals && !v->m->globals[obj].is_thread_local;
}

static void find_shared(visibility *v) {
  for (uint32_t o = 1; o <= v->m->n_globals; o++) {
    if (is_plain_global(v, o) && v->accesses[o] == SEVERAL) bitset_add(&v->shared, o);
  }
  for (uint32_t f = 1; f <= v->m->n_funcs; f++) {
    for (uint32_t c = 0; c < v->m->funcs[f].n_code; c++) {
      const ir_instr *i = &v->m->funcs[f].code[c];
      for (uint32_t a = 1; i->op == IR_SPAWN && a < i->n_args; a++)
        bitset_union(&v->shared, points_of(v->pts, (ir_func){f}, &i->args[a]));
    }
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t o = 1; o <= v->n_objects; o++) {
      if (bitset_has(&v->shared, o)) grew |= bitset_union(&v->shared, points_contents(v->pts, o));
    }
  }
}

static bool is_hidden_object(const visibility *v, uint32_t o) {
  if (is_plain_global(v, o)) return v->accesses[o] != SEVERAL || !bitset_has(&v->written, o);
  return !bitset_has(&v->shared, o) || v->accesses[o] != SEVERAL;
}

bool visibility_hides(const visibility *v, ir_func f, const ir_operand *address) {
  const bitset *set = points_of(v->pts, f, address);
  bool any = false;
  for (uint32_t o = 1; o <= v->n_objects; o++) {
    if (!bitset_has(set, o)) continue;
    if (!is_hidden_object(v, o)) return false;
    any = true;
  }
  return any;
}

visibility *visibility_new(const ir_module *m) {
  visibility *v = MEM_NEW(visibility);
  *v = (visibility){.m = m, .pts = points_new(m)};
  v->n_objects = points_objects(v->pts);
  v->runs = MEM_NEW_N(uint32_t, m->n_funcs + 1);
  v->accesses = MEM_NEW_N(uint32_t, v->n_objects + 1);
  v->written = bitset_new(v->n_objects + 1);
  v->shared = bitset_new(v->n_objects + 1);
  find_runners(v);
  find_accesses(v);
  find_shared(v);
  return v;
}

void visibility_free(visibility *v) {
  points_free(v->pts);
  mem_free(v->runs);
  mem_free(v->accesses);
  bitset_fini(&v->written);
  bitset_fini(&v->shared);
  mem_free(v);
}

const points *visibility_points(const visibility *v) { return v->pts; }
const bitset *visibility_shared(const visibility *v) { return &v->shared; }

uint32_t visibility_runner(const visibility *v, uint32_t func) {
  return v->runs[func] == SEVERAL ? 0 : v->runs[func] == NOBODY ? UINT32_MAX : v->runs[func];
}

// --- the pass ------------------------------------------------------------------------------------------------------

static bool mark(pass_copy *c, const ir_instr *i) {
  visibility *v = c->arg;
  uint32_t n = addresses(i->op);
  if (n == 0 || i->flags & IR_HIDDEN || ir_order(i)) return false;
  for (uint32_t a = 0; a < n; a++) {
    if (!visibility_hides(v, c->func, &i->args[a])) return false;
  }
  pass_copy_hidden(c, i);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  return m->scheduler == IR_SCHED_INTERLEAVE;
}

static ir_module *hide(const ir_module *m) {
  pass_copy c = {.from = m, .before = mark, .arg = visibility_new(m)};
  pass_copy_module(&c);
  visibility_free(c.arg);
  return c.to;
}

const pass pass_visible = {
    .name = "visible",
    .help = "accesses that no other process can see begin no step",
    .wanted = wanted,
    .run = hide,
};
