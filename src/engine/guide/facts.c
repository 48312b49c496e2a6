// The graph of facts, made from the code (facts.h).
#include "engine/guide/facts_impl.h"

#include "base/hash.h"
#include "base/mem.h"

enum { MOST_NODES = 60000 };

// --- nodes ----------------------------------------------------------------------------------------------------------

static uint32_t new_node(facts *f) { return ++f->n_nodes; }

static void begin_alt(facts *f, uint32_t node, uint32_t cost) {
  vec_push(&f->alts, ((fact_alt){.node = node, .cost = cost, .first = (uint32_t)f->needs.len}));
}

static void need(facts *f, uint32_t node) {
  vec_push(&f->needs, node);
  vec_last(&f->alts).n++;
}

static fact_rel opposite(fact_rel r) {
  switch (r) {
  case FACT_EQ: return FACT_NE;
  case FACT_NE: return FACT_EQ;
  case FACT_SLT: return FACT_SGE;
  case FACT_SGE: return FACT_SLT;
  case FACT_SGT: return FACT_SLE;
  case FACT_SLE: return FACT_SGT;
  case FACT_ULT: return FACT_UGE;
  case FACT_UGE: return FACT_ULT;
  }
  return r;
}

// --- conditions -----------------------------------------------------------------------------------------------------

enum { KEY_PARAM = 1, KEY_RESULT = 2, KEY_MANY = 3 };

// A condition on a parameter, or on what a function returns; its alternatives are found later.
typedef struct wanted {
  uint32_t kind, func, param, size, node;
  fact_rel rel;
  uint64_t value;
} wanted;
typedef VEC(wanted) wanted_vec;

typedef struct builder {
  facts *f;
  wanted_vec wanted;
  map64 seen;  // hash of what is wanted -> index + 1
} builder;

static uint32_t want(builder *b, wanted w) {
  uint64_t key = hash_combine(hash_combine((uint64_t)w.kind << 60 ^ (uint64_t)w.func << 32 ^ w.param, w.value), w.rel),
           at;
  if (map64_get(&b->seen, key, &at)) return b->wanted.data[at].node;
  w.node = new_node(b->f);
  map64_put(&b->seen, key, b->wanted.len);
  vec_push(&b->wanted, w);
  return w.node;
}

static uint32_t fact_node(facts *f, const source *s, fact_rel rel, uint64_t value) {
  uint64_t key = s->offset << 8 | s->size, at = 0;
  map64_get(&f->by_cell, key, &at);
  for (uint32_t k = (uint32_t)at; k; k = f->facts.data[k].next) {
    const fact *x = &f->facts.data[k];
    if (x->global == s->global && x->classes == s->classes && x->rel == rel && x->value == value) return x->node;
  }
  vec_push(&f->facts, ((fact){.global = s->global,
                              .classes = s->classes,
                              .offset = s->offset,
                              .size = s->size,
                              .rel = rel,
                              .value = value,
                              .node = new_node(f),
                              .next = (uint32_t)at}));
  map64_put(&f->by_cell, key, f->facts.len - 1);
  return vec_last(&f->facts).node;
}

static bool relation_of(ir_op op, bool swapped, fact_rel *out) {
  switch ((int)op) {
  case IR_EQ: *out = FACT_EQ; return true;
  case IR_NE: *out = FACT_NE; return true;
  case IR_SLT: *out = swapped ? FACT_SGT : FACT_SLT; return true;
  case IR_SLE: *out = swapped ? FACT_SGE : FACT_SLE; return true;
  case IR_ULT: *out = FACT_ULT; return !swapped;
  }
  return false;
}

static bool need_condition(builder *b, uint32_t func, const ir_operand *o, bool yes, unsigned depth);

// A choice between constants: the condition under which the right one is taken.
static bool need_choice(builder *b, uint32_t func, const ir_instr *i, fact_rel rel, uint64_t value, uint32_t size) {
  bool fits[2] = {true, true};
  for (unsigned k = 0; k < 2; k++) {
    source s = facts_source(b->f, func, &i->args[k + 1]);
    if (s.kind == SOURCE_CONST) fits[k] = facts_holds(rel, s.value, value, size);
  }
  if (fits[0] && fits[1]) return true;
  return (fits[0] || fits[1]) && need_condition(b, func, &i->args[0], fits[0], 0);
}

// Adds what a value must be for `rel value` to the alternative that is being made. False: it never is.
static bool need_value(builder *b, uint32_t func, const ir_operand *o, fact_rel rel, uint64_t value, uint32_t size) {
  source s = facts_source(b->f, func, o);
  if (s.kind == SOURCE_CHOICE) return need_choice(b, func, s.choice, rel, value, size);
  if (s.kind == SOURCE_CONST) return facts_holds(rel, s.value, value, size);
  if (b->f->n_nodes > MOST_NODES) return true;
  if (s.kind == SOURCE_CELL) need(b->f, fact_node(b->f, &s, rel, value));
  if (s.kind == SOURCE_PARAM)
    need(
        b->f,
        want(b, (wanted){.kind = KEY_PARAM, .func = func, .param = s.param, .size = size, .rel = rel, .value = value}));
  if (s.kind == SOURCE_MANY)
    need(b->f,
         want(b, (wanted){.kind = KEY_MANY, .func = func, .param = s.param, .size = size, .rel = rel, .value = value}));
  if (s.kind == SOURCE_RESULT)
    need(b->f, want(b, (wanted){.kind = KEY_RESULT, .func = s.callee, .size = size, .rel = rel, .value = value}));
  return true;
}

// The same for a condition of one bit to be `yes`.
static bool need_condition(builder *b, uint32_t func, const ir_operand *o, bool yes, unsigned depth) {
  facts *f = b->f;
  if (o->kind == IR_OPERAND_INT) return (o->value & 1) == yes;
  if (o->kind != IR_OPERAND_REG || depth > FACTS_DEPTH) return true;
  const ir_instr *d = facts_def(f, func, o->value);
  if (!d) return need_value(b, func, o, yes ? FACT_NE : FACT_EQ, 0, 1);
  if (d->op == IR_NOT) return need_condition(b, func, &d->args[0], !yes, depth + 1);
  if (d->op == IR_MOV || d->op == IR_ZEXT || d->op == IR_TRUNC)
    return need_condition(b, func, &d->args[0], yes, depth + 1);
  if (d->op == IR_AND && yes)
    return need_condition(b, func, &d->args[0], yes, depth + 1) && need_condition(b, func, &d->args[1], yes, depth + 1);
  if (d->op == IR_OR && !yes)
    return need_condition(b, func, &d->args[0], yes, depth + 1) && need_condition(b, func, &d->args[1], yes, depth + 1);
  if (d->n_args != 2) {
    uint32_t size = d->type.id ? (uint32_t)ir_type_get(f->ir, d->type)->size : 1;
    return d->op != IR_LOAD && d->op != IR_CALL ? true
                                                : need_value(b, func, o, yes ? FACT_NE : FACT_EQ, 0, size ? size : 1);
  }
  bool swapped = d->args[0].kind == IR_OPERAND_INT || d->args[0].kind == IR_OPERAND_NULL;
  const ir_operand *value = &d->args[swapped], *constant = &d->args[!swapped];
  fact_rel rel;
  if ((constant->kind != IR_OPERAND_INT && constant->kind != IR_OPERAND_NULL) || !relation_of(d->op, swapped, &rel))
    return true;
  // A condition that is compared with 0: `(a == b) != 0`.
  const ir_instr *inner = value->kind == IR_OPERAND_REG ? facts_def(f, func, value->value) : NULL;
  if (constant->value == 0 && (rel == FACT_NE || rel == FACT_EQ) && inner && inner->op == IR_ZEXT)
    return need_condition(b, func, &inner->args[0], (rel == FACT_NE) == yes, depth + 1);
  uint32_t size = (uint32_t)ir_type_get(f->ir, constant->type)->size;
  return need_value(b, func, value, yes ? rel : opposite(rel), constant->kind == IR_OPERAND_INT ? constant->value : 0,
                    size);
}

// --- code -----------------------------------------------------------------------------------------------------------

static void drop_alt(facts *f) {
  f->needs.len = vec_last(&f->alts).first;
  f->alts.len--;
}

static void add_edge(builder *b, uint32_t func, uint32_t from, uint32_t to, const ir_instr *last, uint32_t way) {
  facts *f = b->f;
  begin_alt(f, facts_block_node(f, func, to), 0);
  need(f, facts_block_node(f, func, from));
  bool can = true;
  if (last->op == IR_BRANCH) can = need_condition(b, func, &last->args[0], way == 0, 0);
  if (last->op == IR_SWITCH && way > 0)
    can = need_value(b, func, &last->args[0], FACT_EQ, last->args[way].value,
                     (uint32_t)ir_type_get(f->ir, last->args[way].type)->size);
  // Waiting and assumptions of a block count for what lies behind it.
  const ir_block_info *info = &f->ir->funcs[func].blocks[from];
  for (uint32_t k = 0; k < info->count && can; k++) {
    const ir_instr *i = &f->ir->funcs[func].code[info->first + k];
    if (i->op == IR_AWAIT || i->op == IR_ASSUME) can = need_condition(b, func, &i->args[0], true, 0);
  }
  if (!can) drop_alt(f);
}

static void add_calls(builder *b, uint32_t func, uint32_t block, const ir_instr *i) {
  facts *f = b->f;
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    begin_alt(f, f->entry[i->args[0].value], 0);
    need(f, facts_block_node(f, func, block));
    return;
  }
  // Through a pointer: any function of a table that takes as many arguments.
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
    if (!f->class_of[fn] || f->ir->funcs[fn].n_params != i->n_args - 1) continue;
    begin_alt(f, f->entry[fn], 0);
    need(f, facts_block_node(f, func, block));
  }
}

static void add_code(builder *b, uint32_t func, uint32_t checks) {
  facts *f = b->f;
  const ir_func_info *info = &f->ir->funcs[func];
  if (!info->n_blocks) return;
  begin_alt(f, facts_block_node(f, func, 1), 0);
  need(f, f->entry[func]);
  for (uint32_t block = 1; block <= info->n_blocks; block++) {
    const ir_block_info *x = &info->blocks[block];
    for (uint32_t k = 0; k < x->count; k++) {
      const ir_instr *i = &info->code[x->first + k];
      if (i->op == IR_CALL || i->op == IR_SPAWN) add_calls(b, func, block, i);
      if (i->op == IR_CHECK && checks >> i->sub & 1) {
        begin_alt(f, f->goal, 0);
        need(f, facts_block_node(f, func, block));
        bool can = need_condition(b, func, &i->args[0], false, 0);
        for (uint32_t j = 0; j < k && can; j++) {
          const ir_instr *before = &info->code[x->first + j];
          if (before->op == IR_AWAIT || before->op == IR_ASSUME)
            can = need_condition(b, func, &before->args[0], true, 0);
        }
        if (!can) drop_alt(f);
      }
    }
    const ir_instr *last = &info->code[x->first + x->count - 1];
    if (last->op != IR_JUMP && last->op != IR_BRANCH && last->op != IR_SWITCH) continue;
    for (uint32_t way = 0; way < last->n_targets; way++) add_edge(b, func, block, last->targets[way].id, last, way);
  }
}

// --- what makes facts true ------------------------------------------------------------------------------------------

uint32_t facts_block_of(const ir_func_info *info, uint32_t pc) {
  for (uint32_t block = 1; block <= info->n_blocks; block++)
    if (pc - info->blocks[block].first < info->blocks[block].count) return block;
  return 0;
}

// x := x + something: it takes as many stores as the value is away.
static bool is_counting(const facts *f, uint32_t func, const ir_instr *i) {
  const ir_instr *d = i->args[1].kind == IR_OPERAND_REG ? facts_def(f, func, i->args[1].value) : NULL;
  if (i->op == IR_RMW) return i->sub == IR_RMW_ADD || i->sub == IR_RMW_SUB;
  if (!d || (d->op != IR_ADD && d->op != IR_SUB)) return false;
  source at = {.size = (uint32_t)ir_type_get(f->ir, i->type)->size};
  facts_find_place(f, func, &i->args[0], &at);
  for (unsigned k = 0; k < 2; k++) {
    source s = facts_source(f, func, &d->args[k]);
    if (s.kind == SOURCE_CELL && s.offset == at.offset && s.global == at.global && s.classes == at.classes) return true;
  }
  return false;
}

static void add_store(builder *b, uint32_t number, uint32_t func, uint32_t block, const ir_instr *i) {
  facts *f = b->f;
  fact copy = f->facts.data[number], *x = &copy;  // new facts move the list
  source at = {.size = (uint32_t)ir_type_get(f->ir, i->type)->size};
  facts_find_place(f, func, &i->args[0], &at);
  if (at.size != x->size || at.offset != x->offset) return;
  if (x->global && at.global != x->global) return;
  if (!x->global && at.global) return;
  if (!x->global && !facts_may_meet(f, at.classes, x->classes)) return;
  begin_alt(f, x->node, 1);
  vec_last(&f->alts).fact = is_counting(f, func, i) ? number : 0;
  need(f, facts_block_node(f, func, block));
  if (i->op == IR_STORE && !need_value(b, func, &i->args[1], x->rel, x->value, x->size)) drop_alt(f);
}

static void find_stores(builder *b, uint32_t number) {
  facts *f = b->f;
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
    const ir_func_info *info = &f->ir->funcs[fn];
    for (uint32_t pc = 0; pc < info->n_code; pc++) {
      const ir_instr *i = &info->code[pc];
      if (i->op == IR_STORE || i->op == IR_RMW || i->op == IR_CAS)
        add_store(b, number, fn, facts_block_of(info, pc), i);
    }
  }
}

// Whoever calls with such an argument.
static void find_arguments(builder *b, wanted w) {
  facts *f = b->f;
  for (uint32_t fn = 1; fn <= f->ir->n_funcs; fn++) {
    const ir_func_info *info = &f->ir->funcs[fn];
    for (uint32_t pc = 0; pc < info->n_code; pc++) {
      const ir_instr *i = &info->code[pc];
      if ((i->op != IR_CALL && i->op != IR_SPAWN) || i->n_args <= w.param) continue;
      bool direct = i->args[0].kind == IR_OPERAND_FUNC;
      if (direct ? i->args[0].value != w.func : !f->class_of[w.func] || f->ir->funcs[w.func].n_params != i->n_args - 1)
        continue;
      begin_alt(f, w.node, 0);
      need(f, facts_block_node(f, fn, facts_block_of(info, pc)));
      if (!need_value(b, fn, &i->args[w.param], w.rel, w.value, w.size)) drop_alt(f);
    }
  }
}

// What an instruction assigns must be so; conditions become numbers by zext.
static bool need_assigned(builder *b, const wanted *w, const ir_instr *d) {
  bool is_condition = (w->rel == FACT_NE || w->rel == FACT_EQ) && !w->value;
  bool narrow = d->type.id && ir_type_get(b->f->ir, d->type)->bits == 1;
  if (d->op == IR_ZEXT && is_condition) return need_condition(b, w->func, &d->args[0], w->rel == FACT_NE, 0);
  if (d->op == IR_MOV && narrow && is_condition) return need_condition(b, w->func, &d->args[0], w->rel == FACT_NE, 0);
  if (d->op == IR_MOV || d->op == IR_ZEXT || d->op == IR_SEXT)
    return need_value(b, w->func, &d->args[0], w->rel, w->value, w->size);
  return true;
}

// The assignments of a register.
static void find_assignments(builder *b, wanted w, uint32_t reg) {
  facts *f = b->f;
  const ir_func_info *info = &f->ir->funcs[w.func];
  for (uint32_t at = 0; at < info->n_code; at++) {
    const ir_instr *d = &info->code[at];
    if (d->dst.id != reg) continue;
    begin_alt(f, w.node, 0);
    need(f, facts_block_node(f, w.func, facts_block_of(info, at)));
    if (!need_assigned(b, &w, d)) drop_alt(f);
  }
}

// Such a value is returned.
static void find_results(builder *b, wanted w) {
  facts *f = b->f;
  const ir_func_info *info = &f->ir->funcs[w.func];
  for (uint32_t pc = 0; pc < info->n_code; pc++) {
    const ir_instr *i = &info->code[pc];
    if (i->op != IR_RETURN || !i->n_args) continue;
    if (i->args[0].kind == IR_OPERAND_REG && !facts_def(f, w.func, i->args[0].value) &&
        i->args[0].value > info->n_params) {
      find_assignments(b, w, (uint32_t)i->args[0].value);
      continue;
    }
    begin_alt(f, w.node, 0);
    need(f, facts_block_node(f, w.func, facts_block_of(info, pc)));
    bool is_condition = (w.rel == FACT_NE || w.rel == FACT_EQ) && !w.value;
    if (!(is_condition ? need_condition(b, w.func, &i->args[0], w.rel == FACT_NE, 0)
                       : need_value(b, w.func, &i->args[0], w.rel, w.value, w.size)))
      drop_alt(f);
  }
}

// --- the whole ------------------------------------------------------------------------------------------------------

// For every node the alternatives that need it.
static void index_uses(facts *f) {
  f->use_first = MEM_NEW_N(uint32_t, f->n_nodes + 3);
  f->use = MEM_NEW_N(uint32_t, f->needs.len + 1);
  for (size_t k = 0; k < f->needs.len; k++) f->use_first[f->needs.data[k] + 2]++;
  for (uint32_t n = 0; n <= f->n_nodes; n++) f->use_first[n + 2] += f->use_first[n + 1];
  for (uint32_t a = 0; a < f->alts.len; a++)
    for (uint32_t k = 0; k < f->alts.data[a].n; k++)
      f->use[f->use_first[f->needs.data[f->alts.data[a].first + k] + 1]++] = a;
  f->cost = MEM_NEW_N(uint32_t, f->n_nodes + 1);
  f->missing = MEM_NEW_N(uint32_t, f->alts.len + 1);
  f->sum = MEM_NEW_N(uint32_t, f->alts.len + 1);
}

facts *facts_new(const ir_module *ir, uint32_t checks) {
  facts *f = MEM_NEW(facts);
  f->ir = ir;
  vec_push(&f->facts, ((fact){0}));
  vec_push(&f->class_sets, bitset_new(1));
  f->class_of = MEM_NEW_N(uint32_t, ir->n_funcs + 1);
  f->entry = MEM_NEW_N(uint32_t, ir->n_funcs + 1);
  f->first_block = MEM_NEW_N(uint32_t, ir->n_funcs + 1);
  facts_find_defs(f);
  facts_find_classes(f);
  f->goal = new_node(f);
  for (uint32_t fn = 1; fn <= ir->n_funcs; fn++) {
    f->entry[fn] = new_node(f);
    f->first_block[fn] = f->n_nodes;
    f->n_nodes += ir->funcs[fn].n_blocks;
  }
  builder b = {.f = f};
  for (uint32_t fn = 1; fn <= ir->n_funcs; fn++) add_code(&b, fn, checks);
  size_t facts_done = 1, wanted_done = 0;
  while ((facts_done < f->facts.len || wanted_done < b.wanted.len) && f->n_nodes <= MOST_NODES) {
    if (facts_done < f->facts.len) {
      find_stores(&b, (uint32_t)facts_done++);
    } else {
      wanted w = b.wanted.data[wanted_done++];
      if (w.kind == KEY_PARAM)
        find_arguments(&b, w);
      else if (w.kind == KEY_MANY)
        find_assignments(&b, w, w.param);
      else
        find_results(&b, w);
    }
  }
  vec_free(&b.wanted);
  map64_fini(&b.seen);
  index_uses(f);
  for (size_t a = 0; a < f->alts.len; a++)
    if (f->alts.data[a].node == f->goal) return f;
  facts_free(f);
  return NULL;
}

void facts_free(facts *f) {
  if (!f) return;
  for (size_t k = 0; k < f->class_sets.len; k++) bitset_fini(&f->class_sets.data[k]);
  vec_free(&f->class_sets);
  vec_free(&f->facts);
  vec_free(&f->alts);
  vec_free(&f->needs);
  vec_free(&f->heap);
  map64_fini(&f->by_cell);
  mem_free(f->class_of);
  mem_free(f->entry);
  mem_free(f->first_block);
  mem_free(f->first_reg);
  mem_free(f->defs);
  mem_free(f->use_first);
  mem_free(f->use);
  mem_free(f->cost);
  mem_free(f->missing);
  mem_free(f->sum);
  mem_free(f);
}
