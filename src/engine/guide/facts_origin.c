// Where values of registers come from, and of which classes the objects of methods are (facts_impl.h).
#include "base/mem.h"
#include "engine/guide/facts_impl.h"

// --- relations ------------------------------------------------------------------------------------------------------

bool facts_holds(fact_rel r, uint64_t a, uint64_t b, uint32_t size) {
  uint32_t shift = size < 8 ? 64 - 8 * size : 0;
  int64_t x = (int64_t)(a << shift) >> shift, y = (int64_t)(b << shift) >> shift;
  uint64_t u = a << shift, v = b << shift;
  switch (r) {
  case FACT_EQ: return u == v;
  case FACT_NE: return u != v;
  case FACT_SLT: return x < y;
  case FACT_SGE: return x >= y;
  case FACT_SGT: return x > y;
  case FACT_SLE: return x <= y;
  case FACT_ULT: return u < v;
  case FACT_UGE: return u >= v;
  }
  return true;
}

// --- registers ------------------------------------------------------------------------------------------------------

void facts_find_defs(facts *f) {
  f->first_reg = MEM_NEW_N(uint32_t, f->ir->n_funcs + 1);
  uint32_t n = 0;
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
    f->first_reg[fn] = n;
    n += f->ir->funcs[fn].n_regs + 1;
  }
  f->defs = MEM_NEW_N(const ir_instr *, n);
  bool *many = MEM_NEW_N(bool, n);
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
    for (uint32_t pc = 0; pc < f->ir->funcs[fn].n_code; pc++) {
      const ir_instr *i = &f->ir->funcs[fn].code[pc];
      uint32_t r = f->first_reg[fn] + i->dst.id;
      if (!i->dst.id) continue;
      many[r] |= f->defs[r] != NULL;
      f->defs[r] = i;
    }
  }
  for (uint32_t r = 0; r < n; r++)
    if (many[r]) f->defs[r] = NULL;
  mem_free(many);
}

const ir_instr *facts_def(const facts *f, uint32_t func, uint64_t reg) {
  return reg <= f->ir->funcs[func].n_params ? NULL : f->defs[f->first_reg[func] + reg];
}

static bool is_own_this(const facts *f, uint32_t func, const ir_operand *o) {
  for (unsigned depth = 0; o->kind == IR_OPERAND_REG && depth < FACTS_DEPTH; depth++) {
    if (o->value == 1 && f->ir->funcs[func].n_params) return true;
    const ir_instr *d = facts_def(f, func, o->value);
    if (!d || d->op != IR_MOV) return false;
    o = &d->args[0];
  }
  return false;
}

// Where a pointer points to: a global or an object behind the first parameter.
void facts_find_place(const facts *f, uint32_t func, const ir_operand *o, source *out) {
  for (unsigned depth = 0; depth < FACTS_DEPTH; depth++) {
    if (o->kind == IR_OPERAND_GLOBAL) {
      out->global = (uint32_t)o->value;
      out->offset += o->offset;
      return;
    }
    if (o->kind != IR_OPERAND_REG) return;
    if (o->value == 1 && f->ir->funcs[func].n_params) {
      out->classes = f->class_of[func];
      return;
    }
    const ir_instr *d = facts_def(f, func, o->value);
    if (!d || (d->op != IR_MOV && (d->op != IR_PTRADD || d->args[1].kind != IR_OPERAND_INT))) return;
    if (d->op == IR_PTRADD) out->offset += d->args[1].value;
    o = &d->args[0];
  }
}

source facts_source(const facts *f, uint32_t func, const ir_operand *o) {
  source none = {.kind = SOURCE_UNKNOWN};
  for (unsigned depth = 0; depth < FACTS_DEPTH; depth++) {
    if (o->kind == IR_OPERAND_INT) return (source){.kind = SOURCE_CONST, .value = o->value};
    // Of addresses only null matters.
    if (o->kind == IR_OPERAND_NULL) return (source){.kind = SOURCE_CONST, .value = 0};
    if (o->kind == IR_OPERAND_GLOBAL) return (source){.kind = SOURCE_CONST, .value = 1};
    if (o->kind != IR_OPERAND_REG) return none;
    if (o->value <= f->ir->funcs[func].n_params) return (source){.kind = SOURCE_PARAM, .param = (uint32_t)o->value};
    const ir_instr *d = facts_def(f, func, o->value);
    if (!d) return (source){.kind = SOURCE_MANY, .param = (uint32_t)o->value};
    if (d->op == IR_NEW || d->op == IR_LOCAL || d->op == IR_PTRADD) return (source){.kind = SOURCE_CONST, .value = 1};
    if (d->op == IR_SELECT) return (source){.kind = SOURCE_CHOICE, .choice = d};
    ir_type_kind kind = ir_type_get(f->ir, d->type)->kind;
    if (d->op == IR_LOAD && (kind == IR_TYPE_INT || kind == IR_TYPE_PTR)) {
      source s = {.kind = SOURCE_CELL, .size = (uint32_t)ir_type_get(f->ir, d->type)->size};
      facts_find_place(f, func, &d->args[0], &s);
      return s;
    }
    if (d->op == IR_CALL && d->args[0].kind == IR_OPERAND_FUNC)
      return (source){.kind = SOURCE_RESULT, .callee = (uint32_t)d->args[0].value};
    if (d->op != IR_MOV && d->op != IR_SEXT && d->op != IR_ZEXT && d->op != IR_TRUNC) return none;
    o = &d->args[0];
  }
  return none;
}

// --- classes --------------------------------------------------------------------------------------------------------

static bool grow_class(facts *f, uint32_t func, const bitset *by) {
  if (!f->class_of[func]) {
    f->class_of[func] = (uint32_t)f->class_sets.len;
    vec_push(&f->class_sets, bitset_new(f->ir->n_globals + 1));
  }
  return bitset_union(&f->class_sets.data[f->class_of[func]], by);
}

static void add_class(facts *f, uint32_t func, uint32_t table) {
  bitset one = bitset_new(f->ir->n_globals + 1);
  bitset_add(&one, table);
  grow_class(f, func, &one);
  bitset_fini(&one);
}

// Functions in constant tables are methods of the objects that point to these; constructors store the address of one.
static void seed_classes(facts *f) {
  for (uint32_t g = 1; g <= f->ir->n_globals; g++) {
    const ir_global_info *info = &f->ir->globals[g];
    for (uint32_t k = 0; k < info->n_inits && info->is_const; k++)
      if (info->inits[k].value.kind == IR_OPERAND_FUNC) add_class(f, (uint32_t)info->inits[k].value.value, g);
  }
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
    const ir_func_info *info = &f->ir->funcs[fn];
    for (uint32_t pc = 0; pc < info->n_code; pc++) {
      const ir_instr *i = &info->code[pc];
      if (i->op == IR_STORE && i->args[1].kind == IR_OPERAND_GLOBAL && f->ir->globals[i->args[1].value].is_const &&
          is_own_this(f, fn, &i->args[0]))
        add_class(f, fn, (uint32_t)i->args[1].value);
    }
  }
}

// A method called on the caller's own object has its class too; one that is called on others as well has any.
static void spread_classes(facts *f) {
  bool *is_open = MEM_NEW_N(bool, f->ir->n_funcs + 1);
  bool *seeded = MEM_NEW_N(bool, f->ir->n_funcs + 1);
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) seeded[fn] = f->class_of[fn] != 0;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
      const ir_func_info *info = &f->ir->funcs[fn];
      for (uint32_t pc = 0; pc < info->n_code; pc++) {
        const ir_instr *i = &info->code[pc];
        if (i->op != IR_CALL || i->n_args < 2 || i->args[0].kind != IR_OPERAND_FUNC) continue;
        uint32_t to = (uint32_t)i->args[0].value;
        if (is_own_this(f, fn, &i->args[1])) {
          if (f->class_of[fn]) grew |= grow_class(f, to, &f->class_sets.data[f->class_of[fn]]);
        } else if (!seeded[to]) {
          is_open[to] = true;
        }
      }
    }
  }
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++)
    if (is_open[fn]) f->class_of[fn] = 0;
  mem_free(is_open);
  mem_free(seeded);
}

bool facts_may_meet(const facts *f, uint32_t a, uint32_t b) {
  return !a || !b || a == b || bitset_intersects(&f->class_sets.data[a], &f->class_sets.data[b]);
}

void facts_find_classes(facts *f) {
  seed_classes(f);
  spread_classes(f);
}
