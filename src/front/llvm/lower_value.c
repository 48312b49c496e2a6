// Values of the open function and the ways to emit: nothing here fails, what cannot be emitted becomes `unsupported`.
#include <stdarg.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/lower_int.h"

bool low_open(const low *L) { return !ir_block_ended(L->out); }

void low_refuse(low *L, const char *text) {
  if (low_open(L)) ir_emit_unsupported(L->out, text, L->at);
}

static void note_gap(low *L, const char *text, LLVMValueRef missing) {
  bool model = L->f && L->f != missing && llvm_has_mark(L->f, LLVM_MARK_MODEL);
  if (L->o->gaps && !model) llvm_gaps_add(L->o->gaps, text, L->at, missing);
}

void low_unsupported(low *L, const char *fmt, ...) {
  if (!low_open(L)) return;
  strbuf text = {0};
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&text, fmt, ap);
  va_end(ap);
  note_gap(L, sb_text(&text), NULL);
  low_refuse(L, sb_text(&text));
  sb_fini(&text);
}

void low_missing(low *L, LLVMValueRef f) {
  if (!low_open(L)) return;
  size_t len;
  strbuf text = {0};
  const char *source = low_function_name(L, f), *linked = LLVMGetValueName2(f, &len);
  sb_printf(&text, "call of %s", source);
  if (strcmp(source, linked) != 0) sb_printf(&text, " (%s)", linked);
  sb_puts(&text, IR_NO_MODEL);
  note_gap(L, sb_text(&text), f);
  low_refuse(L, sb_text(&text));
  sb_fini(&text);
}

uint32_t low_bits(const low *L, ir_type t) { return ir_type_get(L->out, t)->bits; }
bool low_is_ptr(const low *L, ir_type t) { return ir_type_get(L->out, t)->kind == IR_TYPE_PTR; }
bool low_is_int(const low *L, ir_type t) { return ir_type_get(L->out, t)->kind == IR_TYPE_INT; }

ir_operand low_absent(low *L, ir_type t, uint64_t kind) {
  (void)L;
  return (ir_operand){.kind = IR_OPERAND_NONE, .type = t, .value = kind};
}

ir_operand low_zero(low *L, ir_type t) {
  if (!t.id) return (ir_operand){0};
  if (low_is_ptr(L, t)) return ir_null(L->out, t);
  return low_num(L, t, 0);
}

ir_operand low_num(low *L, ir_type t, uint64_t value) {
  uint32_t bits = low_bits(L, t);
  if (bits <= 64) return ir_int(L->out, t, value);
  uint32_t n = (bits + 63) / 64;
  uint64_t *limbs = MEM_NEW_N(uint64_t, n);
  limbs[0] = value;
  ir_operand made = ir_wide(L->out, t, limbs);
  mem_free(limbs);
  return made;
}

// The last net: an instruction that the typing rules refuse is our gap, not a reason to end the process.
ir_operand low_emit(low *L, const ir_instr *proto) {
  ir_operand none = low_zero(L, proto->dst.id ? ir_reg_type(L->out, proto->dst) : IR_VOID);
  if (!low_open(L)) return none;
  ir_instr i = *proto;
  i.at = L->at;
  const char *why = ir_emit_problem(L->out, &i);
  if (why) {
    low_unsupported(L, "operation %s: %s", ir_op_text(i.op), why);
    return none;
  }
  ir_emit(L->out, &i);
  return i.dst.id ? ir_reg_operand(L->out, i.dst) : none;
}

ir_operand low_op(low *L, ir_op op, ir_type type, const ir_operand *args, uint32_t n) {
  if (!low_open(L)) return low_zero(L, type);
  bool object = op == IR_LOCAL || op == IR_NEW || op == IR_SHADOW;
  ir_reg dst = ir_reg_new(L->out, NULL, object ? ir_type_ptr(L->out, type) : type, L->at);
  return low_emit(L, &(ir_instr){.op = op, .type = type, .dst = dst, .args = args, .n_args = n});
}

ir_operand low_un(low *L, ir_op op, ir_type type, ir_operand a) { return low_op(L, op, type, &a, 1); }

ir_operand low_bin(low *L, ir_op op, ir_type type, ir_operand a, ir_operand b) {
  return low_op(L, op, type, (ir_operand[]){a, b}, 2);
}

ir_operand low_select(low *L, ir_type type, ir_operand c, ir_operand a, ir_operand b) {
  return low_op(L, IR_SELECT, type, (ir_operand[]){c, a, b}, 3);
}

void low_do(low *L, ir_op op, uint32_t sub, const ir_operand *args, uint32_t n) {
  low_emit(L, &(ir_instr){.op = op, .sub = sub, .args = args, .n_args = n});
}

void low_move(low *L, ir_reg to, ir_operand from) {
  low_emit(L, &(ir_instr){.op = IR_MOV, .type = ir_reg_type(L->out, to), .dst = to, .args = &from, .n_args = 1});
}

ir_operand low_fit(low *L, ir_operand v, ir_type to, bool is_signed) {
  uint32_t from_bits = low_bits(L, v.type), to_bits = low_bits(L, to);
  if (!low_is_int(L, v.type) || !low_is_int(L, to) || from_bits == to_bits) return v;
  if (v.kind == IR_OPERAND_INT && to_bits <= 64) {
    uint64_t x = v.value;
    if (is_signed && from_bits < 64 && x >> (from_bits - 1)) x |= ~(uint64_t)0 << from_bits;
    return ir_int(L->out, to, x);
  }
  return low_un(L, from_bits > to_bits ? IR_TRUNC : is_signed ? IR_SEXT : IR_ZEXT, to, v);
}

static ir_operand draw(low *L, ir_type t, const char *name) {
  ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
  return low_emit(L, &(ir_instr){.op = IR_NONDET, .type = t, .dst = dst, .text = name});
}

const char *low_draw_name(uint64_t kind) {
  static const char *const names[] = {
      [LOW_UNDEF] = "undefined", [LOW_UNINIT] = "uninitialised", [LOW_RESULT] = IR_MISSING_RESULT};
  return names[kind];
}

// A result that was not returned may be passed on as long as nobody looks at it (C17 6.9.1, 12): as an address it is one
// without object.
ir_operand low_drawn(low *L, ir_type t, uint64_t kind) {
  const char *name = low_draw_name(kind);
  if (!low_is_ptr(L, t)) return draw(L, t, name);
  if (kind != LOW_RESULT) return low_un(L, IR_INTTOPTR, t, draw(L, L->t_word, name));
  return low_bin(L, IR_PTRADD, t, ir_null(L->out, t), draw(L, L->t_i64, name));
}

void low_check_set(low *L, ir_operand holds, LLVMValueRef variable) {
  const char *name = variable ? low_value_name(L, variable) : NULL;
  strbuf text = {0};
  sb_puts(&text, "uninitialised value is used");
  if (name) sb_printf(&text, ": `%s`, declared in line %u", name, low_value_place(L, variable, L->at).line);
  low_emit(L, &(ir_instr){.op = IR_CHECK,
                          .sub = IR_CHECK_UNINIT,
                          .args = &holds,
                          .n_args = 1,
                          .text = arena_strdup(L->scratch, sb_text(&text))});
  sb_fini(&text);
}

ir_operand low_present(low *L, ir_operand part) {
  if (part.kind == IR_OPERAND_REG) low_settle(L, part);
  if (part.kind != IR_OPERAND_NONE) return part;
  if (!low_open(L) || !part.type.id) return low_zero(L, part.type);
  if (part.value == LOW_UNINIT && L->o->check_uninit)
    low_check_set(L, ir_int(L->out, L->t_bool, 0), (LLVMValueRef)(uintptr_t)part.offset);
  return low_drawn(L, part.type, part.value);
}

low_parts low_new_parts(low *L, uint32_t n) {
  return (low_parts){.n = n, .p = ARENA_NEW_N(L->scratch, ir_operand, n ? n : 1)};
}

void low_define(low *L, LLVMValueRef v, low_parts parts) {
  vec_push(&L->values_of, parts);
  map64_put(&L->values, (uint64_t)(uintptr_t)v, L->values_of.len - 1);
}

void low_define1(low *L, LLVMValueRef v, ir_operand part) {
  low_parts p = low_new_parts(L, 1);
  p.p[0] = part;
  low_define(L, v, p);
}

low_parts low_value(low *L, LLVMValueRef v) {
  uint64_t at;
  if (map64_get(&L->values, (uint64_t)(uintptr_t)v, &at) && at < L->values_of.len) return L->values_of.data[at];
  if (LLVMIsAConstant(v)) return low_constant(L, v);
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  low_unsupported(L, "a value that is not known here");
  low_parts p = low_new_parts(L, f->n);
  for (uint32_t i = 0; i < f->n; i++) p.p[i] = low_zero(L, f->leaves[i].type);
  return p;
}

ir_operand low_scalar(low *L, LLVMValueRef v) {
  low_parts p = low_value(L, v);
  if (p.n == 1) return low_present(L, p.p[0]);
  low_unsupported(L, "a value of several parts where one is needed");
  return low_num(L, L->t_i32, 0);
}

ir_reg low_result_reg(low *L, LLVMValueRef v, ir_type type) {
  const char *name = low_value_name(L, v);
  if (!name) return ir_reg_new(L->out, NULL, type, L->at);
  return ir_reg_new(L->out, name, low_value_type(L, v, type), low_value_place(L, v, L->at));
}

void low_define_op(low *L, LLVMValueRef v, ir_op op, uint32_t sub, ir_type type, const ir_operand *args, uint32_t n) {
  if (!low_open(L)) return;
  ir_reg dst = low_result_reg(L, v, type);
  low_define1(L, v,
              low_emit(L, &(ir_instr){.op = op, .sub = sub, .type = type, .dst = dst, .args = args, .n_args = n}));
}

bool low_used(low *L, LLVMValueRef v) {
  uint64_t found;
  return map64_get(&L->needed, (uint64_t)(uintptr_t)v, &found);
}
