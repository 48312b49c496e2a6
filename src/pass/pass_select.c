// If-conversion: branches whose arms only compute values and meet again become selects.
//
// A symbolic condition then does not fork the state where nothing depends on the way taken: both arms are computed and
// each register that is still needed where they meet gets the value of the arm that was chosen. Only for the
// interleaving scheduler: the published counts of SystemC models count forks.
//
// An arm is a chain of blocks that each have one predecessor, with at most ARM_MAX instructions, all of them total
// operations on integers: what is computed in vain must neither fail nor be unsupported. Checks and assumptions of an
// arm get the arm's condition in front. Calls of functions that have become straight are replaced by what they compute
// (pass_inline.h), which makes further arms.
#include "analysis/cfg.h"
#include "analysis/live.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/vec.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"
#include "pass/pass_inline.h"

#define ARM_MAX 48
#define ROUNDS 16  // an inner branch that was converted can make an outer one convertible, so can a call

typedef struct arm {
  const ir_instr *code[ARM_MAX];
  uint32_t n;
  uint32_t join;  // block where it ends
} arm;

// Control flow of one function, made when first asked for.
typedef struct flow_info {
  cfg *graph;
  uint32_t *entered_from;  // by block: number of reachable predecessors
} flow_info;

typedef struct converter {
  pass_copy copy;
  live_info *live;
  flow_info *flows;  // by function
  uint32_t converted;
} converter;

static bool suits_arm(const ir_module *m, const ir_instr *i) {
  return pass_is_pure(m, i) || i->op == IR_CHECK || i->op == IR_ASSUME;
}

// Blocks that conversion has left unreachable are still there and do not count.
static void open_flow(flow_info *w, const ir_func_info *f) {
  const cfg *g = w->graph = cfg_new(f);
  w->entered_from = MEM_NEW_N(uint32_t, f->n_blocks + 1);
  for (uint32_t n = 0; n < g->n_order; n++) {
    uint32_t b = g->order[n];
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++) w->entered_from[g->succ[e]]++;
  }
}

// Follows the arm that begins at `block`. False: it is not convertible.
static bool follow_arm(const ir_module *m, const ir_func_info *f, const flow_info *w, uint32_t block, arm *out) {
  *out = (arm){0};
  for (uint32_t hops = 0; hops <= ARM_MAX && w->entered_from[block] == 1; hops++) {
    const ir_block_info *b = &f->blocks[block];
    for (uint32_t n = 0; n + 1 < b->count; n++) {
      const ir_instr *i = &f->code[b->first + n];
      if (out->n == ARM_MAX || !suits_arm(m, i)) return false;
      out->code[out->n++] = i;
    }
    const ir_instr *last = &f->code[b->first + b->count - 1];
    if (last->op != IR_JUMP) return false;
    block = last->targets[0].id;
  }
  out->join = block;
  return w->entered_from[block] > 1;
}

// The new names of what an arm assigns.
typedef struct renaming {
  uint32_t reg;
  ir_reg fresh;
} renaming;
typedef VEC(renaming) renaming_vec;

static ir_reg renamed(const renaming_vec *v, uint32_t reg) {
  for (size_t i = v->len; i-- > 0;)
    if (v->data[i].reg == reg) return v->data[i].fresh;
  return (ir_reg){reg};
}

// Demands that c holds if the arm is taken.
static ir_operand in_arm(pass_copy *c, ir_operand cond, bool is_yes, ir_operand demanded, place at) {
  ir_operand skipped = is_yes ? ir_emit_unary(c->to, IR_NOT, cond.type, cond, at) : cond;
  return ir_emit_binary(c->to, IR_OR, cond.type, skipped, demanded, at);
}

static void emit_arm(pass_copy *c, const ir_func_info *f, const arm *a, ir_operand cond, bool is_yes,
                     renaming_vec *names) {
  for (uint32_t n = 0; n < a->n; n++) {
    ir_instr i = *a->code[n];
    ir_operand args[3];
    for (uint32_t k = 0; k < i.n_args; k++) {
      args[k] = pass_copy_operand(c, i.args[k]);
      if (args[k].kind == IR_OPERAND_REG) args[k] = ir_reg_operand(c->to, renamed(names, (uint32_t)args[k].value));
    }
    i.args = args;
    bool demands = i.op == IR_CHECK || i.op == IR_ASSUME;
    if (demands) args[0] = in_arm(c, cond, is_yes, args[0], i.at);
    if (i.dst.id) i.dst = ir_reg_new(c->to, NULL, f->regs[i.dst.id].type, i.at);
    ir_emit(c->to, &i);
    if (i.dst.id) vec_push(names, ((renaming){a->code[n]->dst.id, i.dst}));
  }
}

static void emit_select(converter *v, uint32_t func, uint32_t at, ir_operand cond, uint32_t reg, ir_reg yes, ir_reg no,
                        place where) {
  pass_copy *c = &v->copy;
  if (!live_at(v->live, (ir_func){func}, at, (ir_reg){reg})) return;
  ir_operand args[] = {cond, ir_reg_operand(c->to, yes), ir_reg_operand(c->to, no)};
  ir_type type = ir_reg_type(c->to, (ir_reg){reg});
  ir_emit(c->to, &(ir_instr){.op = IR_SELECT, .type = type, .dst = {reg}, .n_args = 3, .args = args, .at = where});
}

static void convert(converter *v, uint32_t func, const ir_instr *branch, const arm *yes, const arm *no) {
  pass_copy *c = &v->copy;
  const ir_func_info *f = &c->from->funcs[func];
  renaming_vec yes_names = {0}, no_names = {0};
  // The condition may be a register that an arm assigns.
  ir_operand cond = ir_emit_unary(c->to, IR_MOV, branch->args[0].type, pass_copy_operand(c, branch->args[0]),
                                  branch->at);
  emit_arm(c, f, yes, cond, true, &yes_names);
  emit_arm(c, f, no, cond, false, &no_names);
  uint32_t at = f->blocks[yes->join].first;
  for (size_t i = 0; i < yes_names.len; i++) {
    uint32_t reg = yes_names.data[i].reg;
    if (renamed(&yes_names, reg).id != yes_names.data[i].fresh.id) continue;  // assigned again later
    emit_select(v, func, at, cond, reg, yes_names.data[i].fresh, renamed(&no_names, reg), branch->at);
  }
  for (size_t i = 0; i < no_names.len; i++) {
    uint32_t reg = no_names.data[i].reg;
    if (renamed(&no_names, reg).id != no_names.data[i].fresh.id) continue;
    if (renamed(&yes_names, reg).id != reg) continue;  // done above
    emit_select(v, func, at, cond, reg, (ir_reg){reg}, no_names.data[i].fresh, branch->at);
  }
  ir_emit_jump(c->to, (ir_block){yes->join}, branch->at);
  vec_free(&yes_names);
  vec_free(&no_names);
  v->converted++;
}

// One arm may be empty: then the branch goes to the place where the other one ends.
static bool both_arms(const ir_module *m, const ir_func_info *f, const flow_info *w, const ir_instr *i, arm *yes,
                      arm *no) {
  uint32_t t = i->targets[0].id, e = i->targets[1].id;
  if (t == e) return false;
  bool has_yes = follow_arm(m, f, w, t, yes), has_no = follow_arm(m, f, w, e, no);
  return has_yes && has_no && yes->join == no->join && yes->n + no->n > 0;
}

static bool is_convertible(converter *v, uint32_t func, const ir_instr *i, arm *yes, arm *no) {
  if (i->op != IR_BRANCH || i->args[0].kind != IR_OPERAND_REG) return false;
  const ir_module *m = v->copy.from;
  const ir_func_info *f = &m->funcs[func];
  flow_info *w = &v->flows[func];
  if (!w->graph) open_flow(w, f);
  return both_arms(m, f, w, i, yes, no);
}

static bool before(pass_copy *c, const ir_instr *i) {
  converter *v = c->arg;
  arm yes, no;
  if (!is_convertible(v, c->func.id, i, &yes, &no)) return false;
  convert(v, c->func.id, i, &yes, &no);
  return true;
}

static bool has_convertible(converter *v) {
  const ir_module *m = v->copy.from;
  arm yes, no;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t n = 0; n < m->funcs[f].n_code; n++)
      if (is_convertible(v, f, &m->funcs[f].code[n], &yes, &no)) return true;
  return false;
}

// NULL: nothing changes.
static ir_module *one_round(const ir_module *m, uint32_t *converted) {
  converter v = {.copy = {.from = m, .before = before}, .live = live_new(m)};
  v.flows = MEM_NEW_N(flow_info, m->n_funcs + 1);
  v.copy.arg = &v;
  if (has_convertible(&v)) pass_copy_module(&v.copy);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    if (v.flows[f].graph) cfg_free(v.flows[f].graph);
    mem_free(v.flows[f].entered_from);
  }
  mem_free(v.flows);
  live_free(v.live);
  *converted = v.converted;
  return v.copy.to;
}

typedef ir_module *round_fn(const ir_module *m, uint32_t *changed);

// Goes on with what `round` makes of the module; the first one is the caller's.
static ir_module *take_round(round_fn *round, const ir_module *first, ir_module *last, uint32_t *changed) {
  const char *why = NULL;
  if (last && !last->frozen && !ir_freeze(last, &why)) check_failed(__FILE__, __LINE__, "select", why);
  ir_module *made = round(last ? last : first, changed);
  if (!made) return last;
  ir_module_free(last);
  return made;
}

static ir_module *run(const ir_module *m) {
  ir_module *last = NULL;
  uint32_t converted = 1, inlined = 1;
  for (uint32_t round = 0; round < ROUNDS && (converted || inlined); round++) {
    last = take_round(one_round, m, last, &converted);
    if (!converted) last = take_round(pass_inline_round, m, last, &inlined);
  }
  return last;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  return m->scheduler == IR_SCHED_INTERLEAVE;
}

const pass pass_select = {
    .name = "select",
    .help = "branches that only choose values become selects (free interleaving)",
    .wanted = wanted,
    .run = run,
};
