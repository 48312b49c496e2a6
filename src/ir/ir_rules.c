// Typing of one instruction. The table gives the common rule, functions below it what a pattern cannot say; doc/ir.md
// lists the same in words.
//
// Codes of types and operands: s scalar, i integer, b 1-bit integer, y 8-bit integer, w 32-bit integer, l 64-bit
// integer, a integer as wide as a pointer, p pointer, c integer or pointer, e float, n integer or float, o any type,
// - none. Operands also: t like the instruction's type, = like the operand before, u update function,
// f function or pointer. `*` repeats the operand before it any number of times, `?` makes it optional.
// A type code after `?` is needed only if there is a result.
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "ir/ir_int.h"

typedef struct op_rule {
  const char *type, *args;
} op_rule;

// clang-format off
static const op_rule rules[IR_OP_COUNT] = {
    [IR_MOV] = {"s", "t"},        [IR_ADD] = {"i", "tt"},       [IR_SUB] = {"i", "tt"},
    [IR_MUL] = {"i", "tt"},       [IR_UDIV] = {"i", "tt"},      [IR_SDIV] = {"i", "tt"},
    [IR_UREM] = {"i", "tt"},      [IR_SREM] = {"i", "tt"},      [IR_SHL] = {"i", "tt"},
    [IR_LSHR] = {"i", "tt"},      [IR_ASHR] = {"i", "tt"},      [IR_AND] = {"i", "tt"},
    [IR_OR] = {"i", "tt"},        [IR_XOR] = {"i", "tt"},       [IR_NOT] = {"i", "t"},
    [IR_NEG] = {"i", "t"},        [IR_EQ] = {"b", "c="},        [IR_NE] = {"b", "c="},
    [IR_ULT] = {"b", "c="},       [IR_ULE] = {"b", "c="},       [IR_SLT] = {"b", "i="},
    [IR_SLE] = {"b", "i="},       [IR_ZEXT] = {"i", "i"},       [IR_SEXT] = {"i", "i"},
    [IR_TRUNC] = {"i", "i"},      [IR_SELECT] = {"s", "btt"},   [IR_PTRADD] = {"p", "pl"},
    [IR_PTRDIFF] = {"l", "pp"},   [IR_PTRTOINT] = {"a", "p"},   [IR_INTTOPTR] = {"p", "a"},
    [IR_APART] = {"b", "plpl"},
    [IR_LOAD] = {"s", "p"},       [IR_STORE] = {"s", "pt"},     [IR_RMW] = {"s", "pt"},
    [IR_CAS] = {"c", "ptt"},      [IR_COPY] = {"-", "ppl"},     [IR_FILL] = {"-", "pyl"},
    [IR_LOCAL] = {"o", "l"},      [IR_NEW] = {"o", "lp?"},      [IR_FREE] = {"-", "pp?p?"},
    [IR_JUMP] = {"-", ""},        [IR_BRANCH] = {"-", "b"},     [IR_SWITCH] = {"-", "i=*"},
    [IR_CALL] = {"?s", "fs*"},    [IR_RETURN] = {"-", "s?"},    [IR_THROW] = {"-", "s"},
    [IR_LANDING] = {"s", ""},     [IR_UNREACHABLE] = {"-", ""}, [IR_ASSUME] = {"-", "b"},
    [IR_CHECK] = {"-", "b"},      [IR_NONDET] = {"n", ""},      [IR_NONDET_MEM] = {"o", "p"},
    [IR_OUTPUT] = {"-", "s*"},    [IR_UNSUPPORTED] = {"-", ""}, [IR_TIME] = {"l", ""},
    [IR_START] = {"?b", "l?"},    [IR_STOP] = {"-", ""},        [IR_WAIT] = {"?b", "s*"},
    [IR_NOTIFY] = {"-", "p"},     [IR_NOTIFY_AFTER] = {"-", "pl"}, [IR_CANCEL] = {"-", "p"},
    [IR_SUSPEND] = {"-", "w"},    [IR_RESUME] = {"-", "w"},     [IR_DISABLE] = {"-", "w"},
    [IR_ENABLE] = {"-", "w"},     [IR_KILL] = {"-", "w"},       [IR_RESET] = {"-", "w"},
    [IR_REQUEST_UPDATE] = {"-", "up?"}, [IR_SPAWN] = {"?w", "fs*"}, [IR_JOIN] = {"-", "w"},
    [IR_SELF] = {"c", ""},        [IR_EXIT] = {"-", ""},        [IR_LOCK] = {"-", "p"},
    [IR_TRYLOCK] = {"b", "p"},    [IR_UNLOCK] = {"-", "p"},     [IR_HOLDS] = {"b", "p"},
    [IR_LIFE] = {"-", "p"},       [IR_DETACH] = {"-", "w"},
    [IR_FADD] = {"e", "tt"},      [IR_FSUB] = {"e", "tt"},      [IR_FMUL] = {"e", "tt"},
    [IR_FDIV] = {"e", "tt"},      [IR_FREM] = {"e", "tt"},      [IR_FNEG] = {"e", "t"},
    [IR_FCMP] = {"b", "e="},      [IR_FCONV] = {"e", "e"},      [IR_FTOS] = {"i", "e"},
    [IR_FTOU] = {"i", "e"},       [IR_STOF] = {"e", "i"},       [IR_UTOF] = {"e", "i"},
    [IR_END] = {"-", "p"},        [IR_SEAL] = {"-", "pl"},      [IR_SIZE] = {"l", "p"},       [IR_VALID] = {"b", "pl"},     [IR_SHADOW] = {"o", "p"},
    [IR_AWAIT_BEGIN] = {"-", ""},
    [IR_AWAIT] = {"-", "b"},      [IR_ATOMIC_BEGIN] = {"-", ""}, [IR_ATOMIC_END] = {"-", ""},
    [IR_STEP] = {"-", ""},        [IR_ARM] = {"-", "wpw"},      [IR_WAITED] = {"b", "p"},
    [IR_SWITCH_TO] = {"-", "w"},  [IR_DELTA] = {"l", ""},       [IR_PAUSE] = {"-", ""},
    [IR_ACTIVITY] = {"l", ""},    [IR_TRIGGERED] = {"b", "p"},  [IR_PENDING] = {"b", "p"},
    [IR_RESERVE] = {"-", "l"},
    [IR_HALT] = {"-", ""},        [IR_WRITE] = {"-", "wpl"},    [IR_DECLARE] = {"-", "pppl"},
    [IR_FENCE] = {"-", ""},       [IR_RELAX] = {"-", "b"},
    [IR_BOUND] = {"-", "pp"},     [IR_SENSITIVE] = {"-", "wp"}, [IR_NAME] = {"-", "wp"},
};
// clang-format on

// Messages outlive the arena marks of callers: they are interned.
__attribute__((format(printf, 2, 3))) static const char *say(const ir_module *m, const char *fmt, ...) {
  strbuf b = {0};
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&b, fmt, ap);
  va_end(ap);
  const char *text = intern(m->names, sb_text(&b));
  sb_fini(&b);
  return text;
}

static bool is_int(const ir_type_info *t, uint32_t bits) { return t->kind == IR_TYPE_INT && t->bits == bits; }

static bool fits_code(const ir_module *m, char code, ir_type type) {
  const ir_type_info *t = &m->types[type.id];
  switch (code) {
  case 's': return ir_type_is_scalar(m, type);
  case 'i': return t->kind == IR_TYPE_INT;
  case 'b': return is_int(t, 1);
  case 'y': return is_int(t, 8);
  case 'w': return is_int(t, 32);
  case 'l': return is_int(t, 64);
  case 'a': return is_int(t, m->pointer_bits);
  case 'f':
  case 'p': return t->kind == IR_TYPE_PTR;
  case 'c': return t->kind == IR_TYPE_INT || t->kind == IR_TYPE_PTR;
  case 'e': return t->kind == IR_TYPE_FLOAT;
  case 'n': return t->kind == IR_TYPE_INT || t->kind == IR_TYPE_FLOAT;
  case 'o': return ir_type_is_complete(m, type);
  case '-': return t->kind == IR_TYPE_VOID;
  }
  return false;
}

static const char *code_text(char code) {
  switch (code) {
  case 's': return "a scalar (integer, pointer, float)";
  case 'i': return "an integer";
  case 'b': return "a 1-bit integer";
  case 'y': return "an 8-bit integer";
  case 'w': return "a 32-bit integer";
  case 'l': return "a 64-bit integer";
  case 'a': return "an integer as wide as a pointer";
  case 'p': return "a pointer";
  case 'c': return "an integer or a pointer";
  case 'e': return "a float";
  case 'n': return "an integer or a float";
  case 'o': return "a complete type";
  case '-': return "none";
  case 'u': return "an update function";
  case 'f': return "a function or a pointer register";
  }
  return "something else";
}

static const char *constant_problem(const ir_module *m, const ir_operand *o) {
  const ir_type_info *t = &m->types[o->type.id];
  bool number = t->kind == IR_TYPE_INT || t->kind == IR_TYPE_FLOAT;
  if (o->kind == IR_OPERAND_NULL) return t->kind == IR_TYPE_PTR ? NULL : "null of a type that is no pointer";
  if (!number) return "a number of a type that holds none";
  if (o->kind == IR_OPERAND_INT) {
    if (t->bits > 64) return "a constant of more than 64 bits must be wide";
    return t->bits == 64 || !(o->value >> t->bits) ? NULL : "a constant exceeds its type";
  }
  if (t->bits <= 64 || !o->limbs) return "a wide constant has more than 64 bits";
  uint32_t top = t->bits % 64;
  return top && o->limbs[(t->bits - 1) / 64] >> top ? "a constant exceeds its type" : NULL;
}

// The operand exists and has the type it must have.
static const char *operand_problem(const ir_scope *s, const ir_operand *o) {
  const ir_module *m = s->m;
  if (o->type.id > m->n_types) return "a type that does not exist";
  const ir_type_info *t = &m->types[o->type.id];
  switch (o->kind) {
  case IR_OPERAND_NONE: return "nothing";
  case IR_OPERAND_REG:
    if (!o->value || o->value > s->n_regs) return "a register that does not exist";
    return o->type.id == s->regs[o->value].type.id ? NULL : "a register with another type than its own";
  case IR_OPERAND_INT:
  case IR_OPERAND_WIDE:
  case IR_OPERAND_NULL: return constant_problem(m, o);
  case IR_OPERAND_GLOBAL:
    if (!o->value || o->value > m->n_globals) return "a global that does not exist";
    if (t->kind != IR_TYPE_PTR) return "a global's address without a pointer type";
    // One past the end is an address too.
    return o->offset <= m->types[m->globals[o->value].type.id].size ? NULL : "an offset beyond the global";
  case IR_OPERAND_FUNC:
    if (!o->value || o->value > m->n_funcs) return "a function that does not exist";
    return t->kind == IR_TYPE_PTR ? NULL : "a function's address without a pointer type";
  case IR_OPERAND_PROC:
    if (!o->value || o->value > m->n_procs) return "a process that does not exist";
    return is_int(t, 32) ? NULL : "a process that is no 32-bit integer";
  case IR_OPERAND_UPDATE: return o->value && o->value <= m->n_updates ? NULL : "an update function that does not exist";
  }
  return "an operand of no known kind";
}

static const char *arg_problem(const ir_scope *s, const ir_instr *i, uint32_t n, char code) {
  const ir_module *m = s->m;
  const ir_operand *o = &i->args[n];
  const char *why = operand_problem(s, o);
  if (why) return say(m, "operand %u is %s", n + 1, why);
  bool update = o->kind == IR_OPERAND_UPDATE;
  if ((code == 'u') != update)
    return say(m, "operand %u must be %s", n + 1, update ? "a value, not an update function" : code_text(code));
  if (update) return NULL;
  if (code == 't' || code == '=') {
    ir_type want = code == 't' ? i->type : i->args[n - 1].type;
    if (ir_types_agree(m, o->type, want)) return NULL;
    return say(m, "operand %u has type %s where %s is needed", n + 1, ir_type_text(m, o->type), ir_type_text(m, want));
  }
  if (code == 'f' && o->kind != IR_OPERAND_FUNC && o->kind != IR_OPERAND_REG)
    return say(m, "operand %u must be %s", n + 1, code_text(code));
  if (fits_code(m, code, o->type)) return NULL;
  return say(m, "operand %u must be %s, not %s", n + 1, code_text(code), ir_type_text(m, o->type));
}

static const char *args_problem(const ir_scope *s, const ir_instr *i, const char *pattern) {
  if (i->n_args && !i->args) return "operands are missing";
  int arity = ir_op_args(i->op);
  if (arity >= 0 && i->n_args != (uint32_t)arity)
    return say(s->m, "%u operand%s where %d %s needed", i->n_args, i->n_args == 1 ? "" : "s", arity,
               arity == 1 ? "is" : "are");
  uint32_t n = 0;
  for (const char *p = pattern; *p; p++) {
    char code = *p, mark = p[1];
    if (mark == '*' || mark == '?') p++;
    if (mark != '*' && mark != '?' && n >= i->n_args) return "operands are missing";
    for (bool more = true; more && n < i->n_args; more = mark == '*') {
      const char *why = arg_problem(s, i, n, code);
      if (why) return why;
      n++;
    }
  }
  return n == i->n_args ? NULL : "there are too many operands";
}

static const char *type_problem(const ir_scope *s, const ir_instr *i, const char *pattern) {
  const ir_module *m = s->m;
  if (i->type.id > m->n_types) return "its type does not exist";
  bool optional = pattern[0] == '?';
  char code = pattern[optional];
  if (optional && !i->dst.id && !i->type.id) return NULL;
  if (!fits_code(m, code, i->type))
    return say(m, "its type must be %s, not %s", code_text(code), ir_type_text(m, i->type));
  return NULL;
}

static const char *result_problem(const ir_scope *s, const ir_instr *i) {
  const ir_module *m = s->m;
  char result = ir_op_result(i->op);
  if (!i->dst.id) return result == 'Y' ? "it needs a result register" : NULL;
  if (result == 'N') return "it has no result";
  if (i->dst.id > s->n_regs) return "its result register does not exist";
  ir_type have = s->regs[i->dst.id].type;
  if (i->op == IR_LOCAL || i->op == IR_NEW || i->op == IR_SHADOW)
    return m->types[have.id].kind == IR_TYPE_PTR ? NULL : "its result register must be a pointer";
  if (ir_types_agree(m, have, i->type)) return NULL;
  return say(m, "its result has type %s, the register %s", ir_type_text(m, i->type), ir_type_text(m, have));
}

static const char *targets_problem(const ir_scope *s, const ir_instr *i) {
  uint32_t low = 0, high = 0;
  if (i->op == IR_JUMP) low = high = 1;
  if (i->op == IR_BRANCH) low = high = 2;
  if (i->op == IR_SWITCH) low = high = i->n_args;
  if (i->op == IR_CALL) high = 1;
  if (i->n_targets < low || i->n_targets > high)
    return say(s->m, "%u target%s where %u %s needed", i->n_targets, i->n_targets == 1 ? "" : "s", high,
               high == 1 ? "is" : "are");
  for (uint32_t t = 0; t < i->n_targets; t++)
    if (!i->targets[t].id || i->targets[t].id > s->n_blocks) return "it goes to a block that does not exist";
  return NULL;
}

static bool same_constant(const ir_module *m, const ir_operand *a, const ir_operand *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == IR_OPERAND_INT) return a->value == b->value;
  return !memcmp(a->limbs, b->limbs, (m->types[a->type.id].bits + 63) / 64 * sizeof(uint64_t));
}

static const char *switch_problem(const ir_module *m, const ir_instr *i) {
  if (!i->n_args) return "operands are missing";
  map64 seen = {0};
  const char *why = NULL;
  for (uint32_t a = 1; a < i->n_args && !why; a++) {
    const ir_operand *o = &i->args[a];
    if (o->kind == IR_OPERAND_INT) {
      if (!map64_put(&seen, o->value, a)) why = "two cases have the same value";
    } else if (o->kind == IR_OPERAND_WIDE) {
      for (uint32_t b = 1; b < a && !why; b++)
        if (same_constant(m, &i->args[b], o)) why = "two cases have the same value";
    } else {
      why = "the cases must be constants";
    }
  }
  map64_fini(&seen);
  return why;
}

static const char *wait_problem(const ir_scope *s, const ir_instr *i) {
  uint32_t n = i->n_args;
  if (i->sub & IR_WAIT_TIMEOUT) {
    if (!n) return "the time span is missing";
    const char *why = arg_problem(s, i, --n, 'l');
    if (why) return why;
  }
  bool array = i->sub & IR_WAIT_ARRAY;
  if (array && n != 2) return "a pointer to events and their number are needed";
  for (uint32_t a = 0; a < n; a++) {
    const char *why = arg_problem(s, i, a, array && a ? 'w' : 'p');
    if (why) return why;
  }
  return NULL;
}

static const char *width_problem(const ir_module *m, const ir_instr *i) {
  uint32_t from = m->types[i->args[0].type.id].bits, to = m->types[i->type.id].bits;
  if (i->op == IR_TRUNC) return to < from ? NULL : "the result must be narrower than the operand";
  return to > from ? NULL : "the result must be wider than the operand";
}

// What the table cannot say. The table's part holds already.
static const char *special_problem(const ir_scope *s, const ir_instr *i) {
  const ir_module *m = s->m;
  if (i->op == IR_ZEXT || i->op == IR_SEXT || i->op == IR_TRUNC) return width_problem(m, i);
  if (i->op == IR_SWITCH) return switch_problem(m, i);
  if (i->op == IR_WAIT) return wait_problem(s, i);
  if (i->op == IR_SELF && m->types[i->type.id].kind == IR_TYPE_INT && m->types[i->type.id].bits != 32)
    return "a process is a 32-bit integer";
  if (i->op == IR_RMW && i->sub != IR_RMW_XCHG && m->types[i->type.id].kind != IR_TYPE_INT)
    return "only integers can be updated; others exchanged";
  if (i->op == IR_RETURN) {
    if (!s->result.id) return i->n_args ? "the function returns nothing" : NULL;
    if (!i->n_args) return say(m, "the function returns %s", ir_type_text(m, s->result));
    if (!ir_types_agree(m, s->result, i->args[0].type))
      return say(m, "the function returns %s, not %s", ir_type_text(m, s->result), ir_type_text(m, i->args[0].type));
  }
  return NULL;
}

const char *ir_rule_problem(const ir_scope *s, const ir_instr *i) {
  const op_rule *rule = &rules[i->op];
  const char *why = type_problem(s, i, rule->type);
  if (!why) why = args_problem(s, i, rule->args);
  if (!why) why = result_problem(s, i);
  if (!why) why = targets_problem(s, i);
  if (!why && !ir_sub_text(i->op, i->sub)) why = "its sub-code does not exist";
  if (!why && i->flags & ~ir_op_may_flags(i->op)) why = "a flag that the operation cannot have";
  if (!why && !ir_may_have_ordering(i)) why = "an ordering that the operation cannot have";
  if (!why) why = special_problem(s, i);
  if (i->op == IR_COPY && i->text) {
    if (!why && strspn(i->text, "0123456789+* ") != strlen(i->text)) why = "the text of a copy lists places and sizes";
  } else if (i->op == IR_NEW || i->op == IR_FREE) {
    // any text: what the object is made or deleted as
  } else if (!why && ir_has_text(i) != (i->text != NULL)) {
    why = "a text where none belongs, or none where one does";
  }
  return why;
}

const char *ir_init_problem(const ir_module *m, ir_type type, const ir_init *init) {
  const ir_operand *o = &init->value;
  ir_scope s = {.m = m};
  const char *why = operand_problem(&s, o);
  if (why) return say(m, "the value is %s", why);
  if (o->kind == IR_OPERAND_REG || o->kind == IR_OPERAND_PROC || o->kind == IR_OPERAND_UPDATE)
    return "the value is not a constant";
  uint64_t size = m->types[type.id].size, need = m->types[o->type.id].size;
  return init->offset <= size && need <= size - init->offset ? NULL : "the value lies outside the object";
}
