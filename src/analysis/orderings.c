#include "analysis/orderings.h"

#include <string.h>

static bool is_atomic(const ir_instr *i) {
  return i->flags & IR_ATOMIC && (i->op == IR_LOAD || i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS);
}

const char *orderings_text(ordering_class c) {
  static const char *const texts[ORDERINGS_COUNT] = {"sc", "acq_rel", "relaxed", "fences"};
  return texts[c];
}

static ordering_class class_of(const ir_instr *i) {
  if (i->op == IR_FENCE) return ORDERINGS_FENCES;
  if (i->ordering == IR_RLX) return ORDERINGS_RELAXED;
  return i->ordering == IR_SC && i->failure == IR_SC ? ORDERINGS_SC : ORDERINGS_ACQ_REL;
}

// A driver only notes what clients do (front/harness): nothing that they do depends on it.
static bool is_of_driver(const ir_instr *i) { return i->at.file && strcmp(i->at.file, "driver") == 0; }

static orderings count(const ir_module *m, uint32_t without) {
  orderings o = {0};
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if ((!is_atomic(i) && i->op != IR_FENCE) || i->flags & without || is_of_driver(i)) continue;
      ordering_class k = class_of(i);
      if (!o.n[k]++) o.first[k] = i->at;
    }
  }
  return o;
}

orderings orderings_of(const ir_module *m) { return count(m, 0); }
orderings orderings_shared(const ir_module *m) { return count(m, IR_HIDDEN); }

// One that may fail for no reason tells nothing.
static bool may_fail(const ir_instr *i) {
  if (i->op == IR_RELAX) return i->sub != IR_RELAX_SHARED;
  return i->op == IR_TRYLOCK && !(i->flags & IR_WEAK);
}

static bool lacks_order(const ir_instr *i) {
  if (may_fail(i)) return true;
  if (!is_atomic(i) || i->flags & IR_HIDDEN) return false;
  return (i->op != IR_STORE && !ir_acquires(i)) || (i->op != IR_LOAD && !ir_releases(i));
}

static bool some(const ir_module *m, bool (*is)(const ir_instr *i), place *at) {
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      if (!is(&m->funcs[f].code[c])) continue;
      *at = m->funcs[f].code[c].at;
      return true;
    }
  }
  return false;
}

bool orderings_failing(const ir_module *m, place *at) { return some(m, may_fail, at); }
bool orderings_weak(const ir_module *m, place *at) { return some(m, lacks_order, at); }
