#include "ir/ir_claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

typedef VEC(ir_claim) claim_vec;

static int by_place(const void *a, const void *b) {
  const ir_claim *x = a, *y = b;
  int files = strcmp(x->at.file, y->at.file);
  if (files) return files;
  if (x->at.line != y->at.line) return x->at.line < y->at.line ? -1 : 1;
  if (x->at.col != y->at.col) return x->at.col < y->at.col ? -1 : 1;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  return (x->arm > y->arm) - (x->arm < y->arm);
}

static bool same_place(place a, place b) {
  return a.line == b.line && a.col == b.col && a.file && b.file && !strcmp(a.file, b.file);
}

static bool is_assertion(const ir_instr *i) { return i->op == IR_CHECK && i->sub == IR_CHECK_ASSERT; }

// `assert(c)` of C: branches on c, all at its place, one of which leads to a check of the constant false. Without a branch
// there is no condition.
static bool has_condition(const ir_func_info *f, const ir_instr *check) {
  if (check->args[0].kind != IR_OPERAND_INT || check->args[0].value) return true;
  for (uint32_t k = 0; k < f->n_code; k++)
    if (f->code[k].op == IR_BRANCH && same_place(f->code[k].at, check->at)) return true;
  return false;
}

static ir_claim claim_of(const ir_instr *i) {
  ir_claim c = {.kind = is_assertion(i) ? IR_CLAIM_ASSERT : IR_CLAIM_ASSUME, .at = i->at};
  if (i->op != IR_ASSUME || i->sub == IR_MARK_NONE) return c;
  c.kind = i->sub == IR_MARK_LINE ? IR_CLAIM_LINE : IR_CLAIM_ARM;
  if (c.kind == IR_CLAIM_ARM) c.arm = i->sub - IR_MARK_ARM;
  return c;
}

static void collect(const ir_func_info *f, bool asserts, claim_vec *out) {
  for (uint32_t k = 0; k < f->n_code; k++) {
    const ir_instr *i = &f->code[k];
    bool assertion = asserts && is_assertion(i);
    if ((i->op != IR_ASSUME && !assertion) || !i->at.line || !i->at.file || place_in_library(i->at.file)) continue;
    if (assertion && !has_condition(f, i)) continue;
    vec_push(out, claim_of(i));
  }
}

static uint32_t find(const ir_claims *c, ir_claim key) {
  const ir_claim *found = key.at.file ? bsearch(&key, c->list, c->n, sizeof key, by_place) : NULL;
  return found ? (uint32_t)(found - c->list) + 1 : 0;
}

static void bind(ir_claims *c, const ir_func_info *f, uint32_t func) {
  for (uint32_t k = 0; k < f->n_code; k++) {
    const ir_instr *i = &f->code[k];
    uint32_t claim = 0;
    if (i->op == IR_ASSUME) claim = find(c, claim_of(i));
    if (i->op == IR_BRANCH || is_assertion(i)) claim = find(c, (ir_claim){.kind = IR_CLAIM_ASSERT, .at = i->at});
    if (!claim) continue;
    if (!c->at[func]) c->at[func] = MEM_NEW_N(uint32_t, f->n_code);
    c->at[func][k] = claim;
  }
}

ir_claims *ir_claims_of(const ir_module *m, bool asserts) {
  claim_vec all = {0};
  for (uint32_t f = 1; f <= m->n_funcs; f++) collect(&m->funcs[f], asserts, &all);
  if (all.len) qsort(all.data, all.len, sizeof *all.data, by_place);
  ir_claims *c = MEM_NEW(ir_claims);
  for (size_t i = 0; i < all.len; i++)
    if (!c->n || by_place(&all.data[c->n - 1], &all.data[i])) all.data[c->n++] = all.data[i];
  c->list = all.data;
  c->open = c->n;
  c->n_funcs = m->n_funcs;
  c->at = MEM_NEW_N(uint32_t *, m->n_funcs + 1);
  for (uint32_t f = 1; f <= m->n_funcs && c->n; f++) bind(c, &m->funcs[f], f);
  return c;
}

bool ir_has_claims(const ir_module *m, bool asserts) {
  claim_vec some = {0};
  for (uint32_t f = 1; f <= m->n_funcs && !some.len; f++) collect(&m->funcs[f], asserts, &some);
  bool any = some.len > 0;
  vec_free(&some);
  return any;
}

void ir_claims_free(ir_claims *c) {
  if (!c) return;
  for (uint32_t f = 1; f <= c->n_funcs; f++) mem_free(c->at[f]);
  mem_free(c->at);
  mem_free(c->list);
  mem_free(c);
}

void ir_claim_see(ir_claims *c, uint32_t func, uint32_t pc, bool certain) {
  uint32_t number = ir_claim_at(c, func, pc);
  if (!number) return;
  ir_claim *claim = &c->list[number - 1];
  claim->count++;
  if (!certain) claim->doubtful = true;
  if (!certain || claim->reached) return;
  claim->reached = true;
  c->open--;
}
