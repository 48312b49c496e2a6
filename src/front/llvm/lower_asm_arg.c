// What an instruction names: numbers ($$1), operands of the statement ($0, ${1:b}), registers (%eax), memory (8($1)).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "front/llvm/lower_asm.h"

typedef struct reader {
  const char *at, *end;
} reader;

static bool take(reader *r, char c) {
  if (r->at >= r->end || *r->at != c) return false;
  r->at++;
  return true;
}

static bool number(reader *r, uint64_t *out) {
  char text[32] = {0}, *stop;
  size_t n = (size_t)(r->end - r->at);
  if (n >= sizeof text) n = sizeof text - 1;
  memcpy(text, r->at, n);
  if (!isdigit((unsigned char)text[0]) && text[0] != '-') return false;
  *out = text[0] == '-' ? (uint64_t)strtoll(text, &stop, 0) : strtoull(text, &stop, 0);
  r->at += stop - text;
  return stop != text;
}

// "r8" to "r15".
bool asm_numbered_register(const char *from, size_t len, char *name) {
  bool one = len == 2 && (from[1] == '8' || from[1] == '9');
  bool two = len == 3 && from[1] == '1' && from[2] >= '0' && from[2] <= '5';
  if (len < 2 || *from != 'r' || !(one || two)) return false;
  memset(name, 0, ASM_NAME_MAX);
  memcpy(name, from, len);
  return true;
}

// "al", "ax", "eax", "rax": the register and how many bits of it.
static bool register_name(const char *from, size_t len, char *name, uint32_t *bits) {
  static const char *const PLAIN[] = {"ax", "bx", "cx", "dx", "si", "di"};
  static const char *const LOW[] = {"al", "bl", "cl", "dl", "sil", "dil"};
  for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++) {
    bool wide = len == 3 && (*from == 'e' || *from == 'r') && !memcmp(from + 1, PLAIN[i], 2);
    bool plain = len == 2 && !memcmp(from, PLAIN[i], 2), byte = len == strlen(LOW[i]) && !memcmp(from, LOW[i], len);
    if (!wide && !plain && !byte) continue;
    memcpy(name, PLAIN[i], 3);
    *bits = wide ? (*from == 'r' ? 64 : 32) : plain ? 16 : 8;
    return true;
  }
  size_t n = len;
  *bits = 64;
  if (n > 2 && strchr("dwb", from[n - 1])) *bits = from[--n] == 'd' ? 32 : from[n] == 'w' ? 16 : 8;
  return asm_numbered_register(from, n, name);
}

static bool parse_named(asm_state *A, reader *r, asm_arg *out) {
  const char *from = r->at;
  while (r->at < r->end && isalnum((unsigned char)*r->at)) r->at++;
  size_t len = (size_t)(r->at - from);
  if (len == 3 && (!memcmp(from, "rsp", 3) || !memcmp(from, "esp", 3))) {
    out->kind = ARG_STACK;
    return true;
  }
  char name[ASM_NAME_MAX];
  if (!register_name(from, len, name, &out->bits)) return false;
  asm_operand *o = asm_find_named(A, name);
  out->kind = ARG_LOC;
  out->loc = asm_find_loc(A, name);
  if (!out->loc && o) {
    out->kind = ARG_VALUE;
    out->value = low_present(A->L, o->parts.p[0]);
  }
  out->is_pointer = o && LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
  return out->loc || o;
}

static uint32_t modifier_bits(char c) { return c == 'b' ? 8 : c == 'w' ? 16 : c == 'k' ? 32 : c == 'q' ? 64 : 0; }

static bool parse_operand(asm_state *A, reader *r, asm_arg *out) {
  bool braces = take(r, '{');
  uint64_t n;
  if (!number(r, &n) || n >= A->n_operands) return false;
  asm_operand *o = &A->operands[n];
  bool has_modifier = braces && take(r, ':');
  char modifier = has_modifier && r->at < r->end ? *r->at++ : 0;
  if (braces && !take(r, '}')) return false;
  out->bits = modifier_bits(modifier);
  if (has_modifier && !out->bits) return false;
  if (o->kind == ASM_FLAG || o->kind == ASM_UNKNOWN) return false;
  out->is_pointer = LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
  out->of = o;
  if (o->kind == ASM_MEMORY) {
    out->kind = ARG_MEMORY;
    out->value = o->address;
    out->bits = 0;
    return true;
  }
  LLVMTypeKind kind = LLVMGetTypeKind(o->type);
  if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return false;
  if (!out->bits) out->bits = (uint32_t)LLVMSizeOfTypeInBits(A->L->layout, o->type);
  out->kind = o->kind == ASM_LOC ? ARG_LOC : ARG_VALUE;
  out->loc = o->loc;
  if (o->kind == ASM_VALUE && o->parts.n != 1) return false;
  if (o->kind == ASM_VALUE) out->value = low_present(A->L, o->parts.p[0]);
  if (o->is_constant) {
    out->kind = ARG_IMMEDIATE;
    out->number = o->number;
    out->bits = 0;
  }
  return true;
}

// The register that an address is in: a pointer.
static bool parse_base(asm_state *A, reader *r, asm_arg *out) {
  asm_arg base = {0};
  bool ok = take(r, '$') ? parse_operand(A, r, &base) : take(r, '%') && parse_named(A, r, &base);
  if (!ok || !take(r, ')')) return false;
  out->bits = 0;
  out->is_pointer = false;
  out->kind = base.kind == ARG_STACK ? ARG_STACK : ARG_MEMORY;
  if (base.kind == ARG_STACK) return true;
  if (base.kind != ARG_LOC && base.kind != ARG_VALUE) return false;
  if (!base.is_pointer || base.bits != A->L->word_bits) return false;
  if (base.kind == ARG_VALUE && A->wrote_any) A->bad = true;
  if (base.kind == ARG_VALUE) A->read_value = true;
  out->value = base.kind == ARG_LOC ? asm_read_loc(A, base.loc, A->L->t_ptr) : base.value;
  return low_is_ptr(A->L, out->value.type);
}

bool asm_parse_arg(asm_state *A, const char *from, const char *end, asm_arg *out) {
  reader r = {from, end};
  *out = (asm_arg){0};
  bool ok;
  uint64_t distance = 0;
  if (take(&r, '$')) {
    out->kind = ARG_IMMEDIATE;
    ok = take(&r, '$') ? number(&r, &out->number) : parse_operand(A, &r, out);
  } else if (take(&r, '%')) {
    ok = parse_named(A, &r, out) && out->kind != ARG_STACK;
  } else {
    if (r.at < r.end && *r.at != '(' && !number(&r, &distance)) return false;
    ok = take(&r, '(') && parse_base(A, &r, out);
    if (ok && out->kind == ARG_MEMORY) out->value = low_offset(A->L, out->value, distance);
  }
  return ok && r.at == r.end;
}

// Memory whose register may have been given to an output that is written already is not what it was.
ir_operand asm_address(asm_state *A, asm_arg *arg, bool reads) {
  if (A->wrote_fresh) A->bad = true;
  if (arg->kind != ARG_MEMORY || (arg->of && reads && !arg->of->has_contents && !arg->of->written)) A->bad = true;
  if (arg->of && !reads) arg->of->written = true;
  return arg->value;
}

static ir_operand as_type(asm_state *A, ir_operand v, ir_type t) {
  bool ok = true;
  ir_operand made = low_adapt(A->L, v, t, &ok);
  if (!ok) A->bad = true;
  return made;
}

ir_operand asm_read(asm_state *A, asm_arg *arg, ir_type t) {
  low *L = A->L;
  switch (arg->kind) {
  case ARG_IMMEDIATE:
    if (!low_is_ptr(L, t)) return low_num(L, t, arg->number & (~(uint64_t)0 >> (64 - low_bits(L, t))));
    return as_type(A, low_num(L, L->t_word, arg->number & (~(uint64_t)0 >> (64 - L->word_bits))), t);
  case ARG_VALUE:
    if (A->wrote_any) A->bad = true;
    A->read_value = true;
    if (low_is_int(L, arg->value.type) &&
        low_bits(L, arg->value.type) < (low_is_ptr(L, t) ? L->word_bits : low_bits(L, t)))
      A->bad = true;
    return as_type(A, arg->value, t);
  case ARG_LOC: return asm_read_loc(A, arg->loc, t);
  case ARG_MEMORY: {
    ir_operand at = asm_address(A, arg, true);
    if (A->bad) return low_zero(L, t);
    ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
    return low_emit(
        L, &(ir_instr){
               .op = IR_LOAD, .flags = IR_ATOMIC, .ordering = IR_ACQ, .type = t, .dst = dst, .args = &at, .n_args = 1});
  }
  case ARG_STACK: break;
  }
  A->bad = true;
  return low_zero(L, t);
}

void asm_write(asm_state *A, asm_arg *arg, ir_operand v) {
  if (arg->kind == ARG_LOC) {
    asm_write_loc(A, arg->loc, v);
  } else if (arg->kind == ARG_MEMORY) {
    ir_operand args[] = {asm_address(A, arg, false), v};
    if (!A->bad)
      low_emit(A->L,
               &(ir_instr){
                   .op = IR_STORE, .flags = IR_ATOMIC, .ordering = IR_REL, .type = v.type, .args = args, .n_args = 2});
  } else {
    A->bad = true;
  }
}
