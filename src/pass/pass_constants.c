// Local constants that no write can reach are plain objects, and the writes of their initial values plain writes: then nothing
// needs to be looked at when something is written. So are constant fields if no write at all can reach one.
#include "analysis/points.h"
#include "base/bitset.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"

typedef struct constants {
  points *pts;
  bitset kept;   // constants that something may write to, and those that are global
  bitset parts;  // variables with constant fields
  bool fields;   // something may write to such a field
} constants;

static bool writes(ir_op op) {
  return op == IR_STORE || op == IR_RMW || op == IR_CAS || op == IR_COPY || op == IR_FILL || op == IR_NONDET_MEM;
}

// --- constant fields

static void find_parts(constants *k, const ir_module *m) {
  for (uint32_t g = 1; g <= m->n_globals; g++)
    if (ir_type_get(m, m->globals[g].type)->has_const) bitset_add(&k->parts, g);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (i->op == IR_LOCAL && ir_type_get(m, i->type)->has_const) bitset_add(&k->parts, points_site(k->pts, f, c));
    }
}

static const ir_instr *only_definition(const ir_func_info *f, uint64_t reg) {
  const ir_instr *found = NULL;
  for (uint32_t c = 0; c < f->n_code; c++) {
    if (f->code[c].dst.id != reg) continue;
    if (found) return NULL;
    found = &f->code[c];
  }
  return found;
}

static bool size_of_write(const ir_module *m, const ir_instr *i, uint64_t *size) {
  bool block = i->op == IR_COPY || i->op == IR_FILL;
  *size = block ? i->args[2].value : ir_type_get(m, i->type)->size;
  return !block || i->args[2].kind == IR_OPERAND_INT;
}

// Does the write go to a known place of a variable that is no constant field?
static bool is_beside(const ir_module *m, const ir_func_info *f, const ir_instr *i) {
  enum { STEPS = 16 };
  const ir_operand *o = &i->args[0];
  uint64_t offset = 0, size;
  if (!size_of_write(m, i, &size)) return false;
  for (int n = 0; n < STEPS; n++) {
    if (o->kind == IR_OPERAND_GLOBAL) return !ir_type_const_at(m, m->globals[o->value].type, offset + o->offset, size);
    const ir_instr *def = o->kind == IR_OPERAND_REG ? only_definition(f, o->value) : NULL;
    if (!def) return false;
    if (def->op == IR_LOCAL) return !ir_type_const_at(m, def->type, offset, size);
    if (def->op != IR_MOV && !(def->op == IR_PTRADD && def->args[1].kind == IR_OPERAND_INT)) return false;
    if (def->op == IR_PTRADD) offset += def->args[1].value;
    o = &def->args[0];
  }
  return false;
}

static void find_kept(constants *k, const ir_module *m) {
  for (uint32_t g = 1; g <= m->n_globals; g++)
    if (m->globals[g].is_const) bitset_add(&k->kept, g);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (!writes(i->op) || i->flags & IR_INIT) continue;
      const bitset *to = points_of(k->pts, (ir_func){f}, &i->args[0]);
      bitset_union(&k->kept, to);
      k->fields = k->fields || (bitset_intersects(&k->parts, to) && !is_beside(m, &m->funcs[f], i));
    }
}

static bool make_plain(pass_copy *c, const ir_instr *i) {
  const constants *k = c->arg;
  uint32_t pc = (uint32_t)(i - c->from->funcs[c->func.id].code);
  bool constant = (i->op == IR_LOCAL || i->op == IR_NEW) && i->flags & IR_CONST;
  bool init = writes(i->op) && i->flags & IR_INIT;
  if (constant && bitset_has(&k->kept, points_site(k->pts, c->func.id, pc))) return false;
  const bitset *to = init ? points_of(k->pts, c->func, &i->args[0]) : NULL;
  if (init && (bitset_intersects(&k->kept, to) || (k->fields && bitset_intersects(&k->parts, to)))) return false;
  if (!constant && !init) return false;
  ir_instr plain = *i;
  plain.flags &= ~(uint32_t)(constant ? IR_CONST : IR_INIT);
  pass_copy_instr(c, &plain);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  if (ir_any_const_field(m)) return true;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].flags & (IR_CONST | IR_INIT)) return true;
  return false;
}

static ir_module *run(const ir_module *m) {
  constants k = {.pts = points_new(m)};
  k.kept = bitset_new(points_objects(k.pts) + 1);
  k.parts = bitset_new(points_objects(k.pts) + 1);
  find_parts(&k, m);
  find_kept(&k, m);
  pass_copy c = {.from = m, .before = make_plain, .arg = &k, .plain_fields = !k.fields};
  pass_copy_module(&c);
  points_free(k.pts);
  bitset_fini(&k.kept);
  bitset_fini(&k.parts);
  return c.to;
}

const pass pass_constants = {
    .name = "constants",
    .help = "local constants that nothing can write to are plain objects",
    .wanted = wanted,
    .run = run,
};
