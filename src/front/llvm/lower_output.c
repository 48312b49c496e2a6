// What the program prints: C formats and values in C++ streams become texts of `output` (doc/ir.md 4).
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_int.h"

// --- C formats ------------------------------------------------------------------------------------------------------

// Values are shown by their type: unsigned and characters need one of their own.
static ir_operand shown_as(low *L, ir_operand v, char conversion) {
  if (!low_is_int(L, v.type) || low_bits(L, v.type) == 1) return v;
  ir_type t = low_int(L, low_bits(L, v.type));
  if (conversion == 'c') {
    v = low_fit(L, v, L->t_i8, false);
    t = ir_type_char(L->out);
  } else if (conversion != 'd' && conversion != 'i') {
    t = ir_type_int(L->out, low_bits(L, v.type), false, NULL);
  }
  return v.type.id == t.id ? v : low_un(L, IR_MOV, t, v);
}

typedef struct output {
  LLVMValueRef call;
  unsigned next;  // argument
  strbuf text;
  ir_operand *args;
  uint32_t n;
} output;

static bool take(low *L, output *o, char conversion) {
  if (o->next >= LLVMGetNumArgOperands(o->call)) return false;
  low_parts p = low_value(L, LLVMGetOperand(o->call, o->next++));
  if (p.n != 1) return false;
  o->args[o->n++] = shown_as(L, low_present(L, p.p[0]), conversion);
  return true;
}

static void put_literal(strbuf *text, const char *from, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (from[i] == '{') sb_putc(text, '{');
    sb_putc(text, from[i]);
  }
}

// A constant string with numbers in the directive that are constant too.
static bool put_string(low *L, output *o, const char *directive, size_t n) {
  const char *known = o->next < LLVMGetNumArgOperands(o->call) ? low_text(L, LLVMGetOperand(o->call, o->next)) : NULL;
  char format[16];
  if (!known || n + 1 > sizeof format || memchr(directive, '*', n)) return false;
  snprintf(format, sizeof format, "%.*s", (int)n, directive);
  strbuf text = {0};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  sb_printf(&text, format, known);
#pragma GCC diagnostic pop
  put_literal(&o->text, sb_text(&text), text.len);
  sb_fini(&text);
  o->next++;
  return true;
}

// One directive, from its `%`; `at` comes to stand on its last character. False: not one for `output`.
static bool put_directive(low *L, output *o, const char **at) {
  const char *begin = *at, *c = begin + 1;
  while (*c && strchr("-+ #0123456789.*hlLqjzt", *c)) c++;
  *at = c;
  size_t n = (size_t)(c + 1 - begin);
  if (!*c || *c == 'n') return false;
  if (*c == '%') {
    sb_putc(&o->text, '%');
    return true;
  }
  if (*c == 's') return put_string(L, o, begin, n);
  if (*c == 'm') return false;
  for (const char *star = begin; star < c; star++)
    if (*star == '*' && !take(L, o, 'd')) return false;
  sb_puts(&o->text, "{");
  sb_putn(&o->text, begin, n);
  sb_puts(&o->text, "}");
  return take(L, o, *c);
}

static bool emit_output(low *L, LLVMValueRef v, unsigned format_at) {
  const char *format = low_text(L, LLVMGetOperand(v, format_at));
  if (!format) return false;
  output o = {.call = v, .next = format_at + 1};
  o.args = MEM_NEW_N(ir_operand, LLVMGetNumArgOperands(v) + 1);
  bool ok = true;
  for (const char *c = format; *c && ok; c++) {
    if (*c == '%')
      ok = put_directive(L, &o, &c);
    else
      put_literal(&o.text, c, 1);
  }
  if (ok) low_emit(L, &(ir_instr){.op = IR_OUTPUT, .args = o.args, .n_args = o.n, .text = sb_text(&o.text)});
  sb_fini(&o.text);
  mem_free(o.args);
  return ok;
}

void low_output(low *L, LLVMValueRef v, ir_op op) {
  (void)op;
  if (!emit_output(L, v, 0)) low_emit(L, &(ir_instr){.op = IR_OUTPUT, .text = "(output)\n"});
}

// The value of the variable stdout: other streams are the model's business.
static bool is_stdout(LLVMValueRef stream) {
  size_t len;
  if (!LLVMIsALoadInst(stream)) return false;
  LLVMValueRef from = LLVMGetOperand(stream, 0);
  return LLVMIsAGlobalVariable(from) && !strcmp(LLVMGetValueName2(from, &len), "stdout");
}

// Calls whose result is not used (llvm_open.c).
bool low_printf(low *L, LLVMValueRef v, const char *name) {
  static const char prefix[] = "allways_plain_";
  if (!str_starts(name, prefix)) return false;
  name += strlen(prefix);
  bool to_stream = !strcmp(name, "fprintf");
  if (!to_stream && strcmp(name, "printf")) return false;
  if (to_stream && !is_stdout(LLVMGetOperand(v, 0))) return false;
  unsigned at = to_stream ? 1 : 0;
  if (LLVMGetNumArgOperands(v) <= at) return false;
  return emit_output(L, v, at);
}

// --- C++ streams ----------------------------------------------------------------------------------------------------

// The value behind the fixed arguments of a variadic call: one operand, a number of 128 bits in two halves, or one
// behind a pointer (System V ABI for x86-64, 3.2.3).
static bool value_of(low *L, LLVMValueRef v, unsigned at, ir_operand *out) {
  unsigned n = LLVMGetNumArgOperands(v);
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  if (at >= n) return false;
  LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(v, at + 1, kind);
  if (by_value) {
    uint64_t bytes = low_size(L, LLVMGetTypeAttributeValue(by_value));
    if (bytes > (1 << 16)) return false;
    LLVMTypeRef whole = LLVMIntTypeInContext(L->ctx, (unsigned)bytes * 8);
    low_parts p = low_load(L, whole, low_scalar(L, LLVMGetOperand(v, at)), IR_HIDDEN);
    if (p.n == 1) *out = p.p[0];
    return p.n == 1;
  }
  low_parts p = low_value(L, LLVMGetOperand(v, at));
  if (p.n != 1) return false;
  *out = low_present(L, p.p[0]);
  if (n != at + 2) return n == at + 1;
  ir_operand high = low_scalar(L, LLVMGetOperand(v, at + 1));
  if (!low_is_int(L, out->type) || low_bits(L, out->type) != 64 || low_bits(L, high.type) != 64) return false;
  ir_type t = low_int(L, 128);
  high = low_bin(L, IR_SHL, t, low_fit(L, high, t, false), low_num(L, t, 64));
  *out = low_bin(L, IR_OR, t, high, low_fit(L, *out, t, false));
  return true;
}

// __allways_show(kind, stream, flags, width, precision, fill, value)
void low_show(low *L, LLVMValueRef v, ir_op op) {
  enum { FIXED = 6 };
  const char *kind = low_text(L, LLVMGetOperand(v, 0));
  ir_operand args[FIXED];
  bool ok = kind && *kind && LLVMGetNumArgOperands(v) > FIXED && value_of(L, v, FIXED, &args[0]);
  if (!ok) {
    low_unsupported(L, "a value of this type in a stream");
    return;
  }
  for (unsigned i = 1; i < FIXED; i++) args[i] = low_scalar(L, LLVMGetOperand(v, i));
  char text[] = "{stream:?}";
  text[sizeof text - 3] = *kind;
  low_emit(L, &(ir_instr){.op = op, .args = args, .n_args = FIXED, .text = text});
}
