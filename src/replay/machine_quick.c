// The plain cases of the commonest instructions, decoded once per function: words of at most 64 bits that carry no pointer, accesses that
// meet nothing special, calls that fit. Everything else is left to machine_exec.c, instruction by instruction, so that a case that is not
// recognised here costs time and nothing more. Used where a run is only executed: not with threads, traces or marks of claims.
#include <string.h>

#include "replay/machine_int.h"

typedef enum quick_op {
  QUICK_NOT,  // not here
  QUICK_MOV,
  QUICK_ADD,
  QUICK_SUB,
  QUICK_MUL,
  QUICK_AND,
  QUICK_OR,
  QUICK_XOR,
  QUICK_SHL,
  QUICK_LSHR,
  QUICK_EQ,
  QUICK_NE,
  QUICK_ULT,
  QUICK_ULE,
  QUICK_SLT,
  QUICK_SLE,
  QUICK_ZEXT,
  QUICK_SEXT,
  QUICK_SELECT,
  QUICK_PTRADD,
  QUICK_LOAD1,
  QUICK_LOAD4,
  QUICK_LOAD8,
  QUICK_STORE1,
  QUICK_STORE4,
  QUICK_STORE8,
  QUICK_JUMP,
  QUICK_BRANCH,
  QUICK_CALL,
  QUICK_RETURN,
  QUICK_CHECK,
} quick_op;

// An operand: a register, or if negative the constant -1 - n of the function.
typedef int32_t quick_arg;

typedef struct quick_instr {
  uint8_t op;
  uint8_t bits;     // of the first operand
  bool leads;       // the next instruction is an access at the result, or a branch on it
  bool is_word;     // an access that may meet a whole pointer
  bool is_pointer;  // the type of an access is one
  bool of_user;     // a call in the user's code
  uint32_t dst;
  uint64_t mask;      // what the register that gets the result holds, if it is no pointer
  quick_arg a, b, c;  // CALL: a is the called function, b the place of the arguments in `args`
  union {
    uint32_t to[2];  // JUMP, BRANCH: places in the code
    uint32_t fits;   // CALL: the function that is known to fit, 0: none yet
  };
} quick_instr;

struct quick_code {
  quick_instr *code;
  VEC(cell) constants;
  VEC(quick_arg) args;
  uint64_t *mask;  // per register, as above
};

// --- decoding

static inline uint64_t low_mask(uint32_t bits) { return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1; }

static bool decode_operand(const machine *m, quick_code *q, const ir_operand *o, quick_arg *out) {
  cell value;
  switch (o->kind) {
  case IR_OPERAND_REG: *out = (quick_arg)o->value; return !machine_is_wide(m, o->type);
  case IR_OPERAND_INT: value = CELL_INT(o->value); break;
  case IR_OPERAND_NULL: value = CELL_INT(0); break;
  case IR_OPERAND_GLOBAL:
    if (m->own_index[o->value]) return false;  // each process has its own
    value = (cell){o->offset, obj_make_ref((uint32_t)o->value, 1)};
    break;
  case IR_OPERAND_FUNC: value = (cell){0, obj_make_ref(m->ir->n_globals + (uint32_t)o->value, 1)}; break;
  case IR_OPERAND_WIDE:
  case IR_OPERAND_PROC:
  case IR_OPERAND_UPDATE:
  case IR_OPERAND_NONE: return false;
  }
  *out = -1 - (quick_arg)q->constants.len;
  vec_push(&q->constants, value);
  return true;
}

static const uint8_t plain[IR_OP_COUNT] = {
    [IR_MOV] = QUICK_MOV,       [IR_PTRTOINT] = QUICK_MOV, [IR_ADD] = QUICK_ADD,       [IR_SUB] = QUICK_SUB,
    [IR_MUL] = QUICK_MUL,       [IR_AND] = QUICK_AND,      [IR_OR] = QUICK_OR,         [IR_XOR] = QUICK_XOR,
    [IR_SHL] = QUICK_SHL,       [IR_LSHR] = QUICK_LSHR,    [IR_EQ] = QUICK_EQ,         [IR_NE] = QUICK_NE,
    [IR_ULT] = QUICK_ULT,       [IR_ULE] = QUICK_ULE,      [IR_SLT] = QUICK_SLT,       [IR_SLE] = QUICK_SLE,
    [IR_ZEXT] = QUICK_ZEXT,     [IR_TRUNC] = QUICK_ZEXT,   [IR_SEXT] = QUICK_SEXT,     [IR_SELECT] = QUICK_SELECT,
    [IR_LOAD] = QUICK_LOAD8,    [IR_STORE] = QUICK_STORE8, [IR_PTRADD] = QUICK_PTRADD, [IR_JUMP] = QUICK_JUMP,
    [IR_BRANCH] = QUICK_BRANCH, [IR_CALL] = QUICK_CALL,    [IR_RETURN] = QUICK_RETURN, [IR_CHECK] = QUICK_CHECK,
    [IR_ASSUME] = QUICK_CHECK,
};

// False: it has an operand or a form that is not known here.
static bool decode_args(machine *m, quick_code *q, const ir_instr *i, quick_instr *to) {
  if (i->op == IR_CALL) {
    if (!decode_operand(m, q, &i->args[0], &to->a)) return false;
    to->b = (quick_arg)q->args.len;
    for (uint32_t k = 1; k < i->n_args; k++) {
      quick_arg arg;
      if (!decode_operand(m, q, &i->args[k], &arg)) return false;
      vec_push(&q->args, arg);
    }
    return true;
  }
  quick_arg *args[3] = {&to->a, &to->b, &to->c};
  for (uint32_t k = 0; k < i->n_args && k < 3; k++)
    if (!decode_operand(m, q, &i->args[k], args[k])) return false;
  return i->n_args <= 3;
}

// What it is by its size; QUICK_NOT: none of those here.
static quick_op decode_access(const machine *m, const ir_instr *i, quick_instr *to) {
  static const uint8_t loads[9] = {[1] = QUICK_LOAD1, [4] = QUICK_LOAD4, [8] = QUICK_LOAD8};
  static const uint8_t stores[9] = {[1] = QUICK_STORE1, [4] = QUICK_STORE4, [8] = QUICK_STORE8};
  const ir_type_info *t = ir_type_get(m->ir, i->type);
  if (m->ir->pointer_bits != 64 || t->size > 8) return QUICK_NOT;
  to->bits = (uint8_t)t->bits;
  to->is_pointer = t->kind == IR_TYPE_PTR;
  to->is_word = to->is_pointer || t->bits == 64;
  return (quick_op)(i->op == IR_LOAD ? loads : stores)[t->size];
}

static void decode(machine *m, const ir_func_info *f, quick_code *q, const ir_instr *i, quick_instr *to) {
  quick_op op = (quick_op)plain[i->op];
  if (op == QUICK_NOT || machine_is_wide(m, i->type) || !decode_args(m, q, i, to)) return;
  if (i->n_args && i->op != IR_CALL) to->bits = (uint8_t)ir_type_get(m->ir, i->args[0].type)->bits;
  if (i->dst.id) {
    to->dst = i->dst.id;
    to->mask = q->mask[i->dst.id];
  }
  if (i->op == IR_LOAD || i->op == IR_STORE) op = decode_access(m, i, to);
  if (op == QUICK_PTRADD) to->bits = (uint8_t)ir_type_get(m->ir, i->args[1].type)->bits;
  if (op == QUICK_RETURN && i->n_args > 1) return;
  for (uint32_t k = 0; k < i->n_targets && k < 2 && op != QUICK_CALL; k++)
    to->to[k] = f->blocks[i->targets[k].id].first;
  to->c = op == QUICK_RETURN ? (quick_arg)i->n_args : op == QUICK_CALL ? (quick_arg)i->n_args - 1 : to->c;
  to->of_user = i->at.line && !machine_in_library(m, i->at.file);
  to->op = (uint8_t)op;
}

// Pairs that are executed together. Within a block: neither of the first ones ends one.
static bool leads(const quick_instr *q) {
  bool compares = q->op >= QUICK_EQ && q->op <= QUICK_SLE, accesses = q[1].op == QUICK_LOAD8 || q[1].op == QUICK_LOAD4;
  if (q[1].a != (quick_arg)q->dst) return false;
  return (compares && q[1].op == QUICK_BRANCH) || (q->op == QUICK_PTRADD && accesses);
}

static const quick_code *decode_function(machine *m, ir_func id) {
  const ir_func_info *f = ir_func_get(m->ir, id);
  quick_code *q = MEM_NEW(quick_code);
  q->code = MEM_NEW_N(quick_instr, f->n_code + 1);
  q->mask = MEM_NEW_N(uint64_t, f->n_regs + 1);
  for (uint32_t r = 1; r <= f->n_regs; r++) {
    const ir_type_info *t = ir_type_get(m->ir, f->regs[r].type);
    q->mask[r] = low_mask(t->kind == IR_TYPE_INT ? t->bits : 64);
  }
  for (uint32_t k = 0; k < f->n_code; k++) decode(m, f, q, &f->code[k], &q->code[k]);
  for (uint32_t k = 0; k + 1 < f->n_code; k++) q->code[k].leads = leads(&q->code[k]);
  return m->quick[id.id] = q;
}

static inline const quick_code *quick_of(machine *m, ir_func id) {
  return m->quick[id.id] ? m->quick[id.id] : decode_function(m, id);
}

void machine_quick_new(machine *m) {
  if (!m->threads && !m->options.changed && !m->options.claims) m->quick = MEM_NEW_N(quick_code *, m->ir->n_funcs + 1);
}

void machine_quick_free(machine *m) {
  for (uint32_t f = 0; m->quick && f <= m->ir->n_funcs; f++) {
    quick_code *q = m->quick[f];
    if (!q) continue;
    mem_free(q->code);
    mem_free(q->mask);
    vec_free(&q->constants);
    vec_free(&q->args);
    mem_free(q);
  }
  mem_free(m->quick);
}

// --- memory

static inline int64_t as_signed(uint32_t bits, uint64_t x) { return (int64_t)(x << (64 - bits)) >> (64 - bits); }

// The object, if the access of `size` bytes lies in it.
static inline object *accessed(machine *m, cell p, uint64_t size) {
  uint32_t slot = obj_slot(p.obj);
  if (!slot || slot >= m->objects.len) return NULL;
  object *o = &m->objects.data[slot];
  if (o->kind == OBJ_DEAD || o->gen != (uint32_t)(p.obj >> 32)) return NULL;
  return p.bits <= o->size && size <= o->size - p.bits ? o : NULL;
}

// Pointers of the object stand at multiples of their size, so only one can meet an access inside of one such place.
static inline bool meets_one_word(const object *o, uint64_t offset, uint64_t size) {
  return !o->odd_pointers && (offset & 7) + size <= 8;
}

static inline bool has_all_values(const object *o, uint64_t offset, uint64_t size) {
  if (!o->has_value) return true;
  uint64_t ones = 0x0101010101010101, have = 0;
  memcpy(&have, o->has_value + offset, size);
  return have == (ones & low_mask(8 * (uint32_t)size));
}

static inline __attribute__((always_inline)) bool quick_load(machine *m, const quick_instr *q, cell p, uint64_t size,
                                                             cell *out) {
  const object *o = accessed(m, p, size);
  if (!o || !has_all_values(o, p.bits, size)) return false;
  uint64_t bits = 0;
  objref pointer = OBJ_NONE;
  if (o->origin) {
    if (!meets_one_word(o, p.bits, size)) return false;
    pointer = o->origin[p.bits & ~(uint64_t)7];
    if (pointer && !q->is_word) return false;
  }
  memcpy(&bits, o->bytes + p.bits, size);
  if (q->is_pointer && !pointer && bits) return false;  // a number that may be the address of something
  *out = (cell){pointer ? bits : bits & q->mask, pointer};
  return true;
}

static inline __attribute__((always_inline)) bool quick_store(machine *m, cell p, uint64_t size, cell value) {
  object *o = accessed(m, p, size);
  if (!o || o->constant || o->const_fields || o->sealed.len || o->written || o->is_mutex) return false;
  if (value.obj && (!o->origin || size < 8)) return false;
  if (o->origin) {
    objref *pointer = &o->origin[p.bits & ~(uint64_t)7];
    if (!meets_one_word(o, p.bits, size) || (*pointer && size < 8)) return false;
    if (size == 8) *pointer = value.obj;
  }
  o->stored = true;
  if (o->has_value) memset(o->has_value + p.bits, 1, size);
  memcpy(o->bytes + p.bits, &value.bits, size);
  return true;
}

// --- calls

// The function that is called; 0: something is special about it.
static uint32_t callee_of(machine *m, const ir_instr *i, quick_instr *q, cell target) {
  uint32_t slot = obj_slot(target.obj), first = m->ir->n_globals;
  if (!target.obj || slot <= first || slot > first + m->ir->n_funcs || target.bits) return 0;
  uint32_t f = slot - first;
  if (q->fits == f) return f;
  const ir_func_info *info = &m->ir->funcs[f];
  if (!info->n_code || !ir_call_fits(m->ir, i, info)) return 0;
  return q->fits = f;
}

static bool quick_call(machine *m, stack *s, const quick_code *code, quick_instr *q, const ir_instr *i) {
  const cell *regs = s->regs.data + vec_last(&s->frames).reg_base;
  uint32_t f = callee_of(m, i, q, q->a >= 0 ? regs[q->a] : code->constants.data[-1 - q->a]);
  if (!f) return false;
  const quick_code *callee = quick_of(m, (ir_func){f});
  frame *caller = &vec_last(&s->frames);
  uint32_t from = caller->reg_base;
  caller->call = i;
  if (!machine_push_frame_from(m, s, (ir_func){f}, i->at, q->of_user ? i->at : caller->caller)) return true;
  cell *all = s->regs.data, *to = all + vec_last(&s->frames).reg_base;
  for (uint32_t k = 0; k < (uint32_t)q->c; k++) {
    quick_arg a = code->args.data[(uint32_t)q->b + k];
    cell v = a >= 0 ? all[from + (uint32_t)a] : code->constants.data[-1 - a];
    if (!v.obj) v.bits &= callee->mask[k + 1];
    to[k + 1] = v;
  }
  return true;
}

static bool quick_return(machine *m, stack *s, const quick_instr *q, cell value) {
  frame *f = &vec_last(&s->frames);
  if (f->locals.len || s->frames.len < 2) return false;
  frame *caller = f - 1;
  const quick_instr *call = &quick_of(m, caller->func)->code[caller->pc - 1];
  if (caller->call->dst.id && (call->op != QUICK_CALL || !q->c)) return false;
  if (f->locals.data) vec_free(&f->locals);
  s->regs.len = f->reg_base;
  s->limbs.len = f->limb_base;
  s->frames.len--;
  caller->call = NULL;
  if (!call->dst) return true;
  if (!value.obj) value.bits &= call->mask;
  s->regs.data[caller->reg_base + call->dst] = value;
  return true;
}

// --- the loop

#define READ(x) ((x) >= 0 ? regs[x] : constants[-1 - (x)])
#define LOAD(size)                                            \
  {                                                           \
    cell v;                                                   \
    if (!quick_load(m, q, READ(q->a), (size), &v)) goto slow; \
    regs[q->dst] = v;                                         \
    break;                                                    \
  }
#define STORE(size)                                               \
  if (!quick_store(m, READ(q->a), (size), READ(q->b))) goto slow; \
  break;
// The second of a pair, without looking at what it is.
#define FOLLOW(label)  \
  if (left > 1) {      \
    left--, q++, pc++; \
    goto label;        \
  }
#define BINARY(op, expression)                     \
  case op: {                                       \
    cell a = READ(q->a), b = READ(q->b);           \
    if (a.obj | b.obj) goto slow;                  \
    uint64_t x = a.bits, y = b.bits;               \
    regs[q->dst] = CELL_INT((expression)&q->mask); \
    break;                                         \
  }
#define COMPARISON(op, expression)                   \
  case op: {                                         \
    cell a = READ(q->a), b = READ(q->b);             \
    if (a.obj | b.obj) goto slow;                    \
    uint64_t x = a.bits, y = b.bits;                 \
    regs[q->dst] = CELL_INT((uint64_t)(expression)); \
    if (q->leads) FOLLOW(branch)                     \
    break;                                           \
  }

// Are two addresses known to be the same, or not to be, without a look at where objects lie? A number below 4096 is the address of none.
static inline bool same_is_known(cell a, cell b) {
  return a.obj == b.obj || (!a.obj && a.bits < 4096) || (!b.obj && b.bits < 4096);
}

bool machine_run_quick(machine *m, uint64_t *budget) {  // NOLINT(readability-function-size): a case per operation
  stack *s = m->active;
  frame *f = &vec_last(&s->frames);
  const quick_code *code = quick_of(m, f->func);
  const cell *constants = code->constants.data;
  cell *regs = s->regs.data + f->reg_base;
  uint32_t pc = f->pc;
  uint64_t left = *budget;
  quick_instr *q;
  for (; left; left--) {
    q = &code->code[pc++];
    switch ((quick_op)q->op) {
    case QUICK_MOV: {
      cell v = READ(q->a);
      if (!v.obj) v.bits &= q->mask;
      regs[q->dst] = v;
      break;
    }
      BINARY(QUICK_ADD, x + y)
      BINARY(QUICK_SUB, x - y)
      BINARY(QUICK_MUL, x * y)
      BINARY(QUICK_AND, x & y)
      BINARY(QUICK_OR, x | y)
      BINARY(QUICK_XOR, x ^ y)
      BINARY(QUICK_SHL, y >= q->bits ? 0 : x << y)
      BINARY(QUICK_LSHR, y >= q->bits ? 0 : x >> y)
      COMPARISON(QUICK_ULT, x < y)
      COMPARISON(QUICK_ULE, x <= y)
      COMPARISON(QUICK_SLT, as_signed(q->bits, x) < as_signed(q->bits, y))
      COMPARISON(QUICK_SLE, as_signed(q->bits, x) <= as_signed(q->bits, y))
    case QUICK_EQ:
    case QUICK_NE: {
      cell a = READ(q->a), b = READ(q->b);
      if (!same_is_known(a, b)) goto slow;
      bool same = a.obj == b.obj && a.bits == b.bits;
      regs[q->dst] = CELL_INT((uint64_t)(same == (q->op == QUICK_EQ)));
      if (q->leads) FOLLOW(branch)
      break;
    }
    case QUICK_ZEXT:
    case QUICK_SEXT: {
      cell a = READ(q->a);
      if (a.obj) goto slow;
      regs[q->dst] = CELL_INT((q->op == QUICK_SEXT ? (uint64_t)as_signed(q->bits, a.bits) : a.bits) & q->mask);
      break;
    }
    case QUICK_SELECT: {
      cell v = READ(q->a).bits ? READ(q->b) : READ(q->c);
      if (!v.obj) v.bits &= q->mask;
      regs[q->dst] = v;
      break;
    }
    case QUICK_PTRADD: {
      cell a = READ(q->a), b = READ(q->b);
      if (!a.obj || b.obj) goto slow;
      regs[q->dst] = (cell){a.bits + (uint64_t)as_signed(q->bits, b.bits), a.obj};
      if (q->leads && q[1].op == QUICK_LOAD8) FOLLOW(load8)
      if (q->leads && q[1].op == QUICK_LOAD4) FOLLOW(load4)
      break;
    }
    case QUICK_LOAD1: LOAD(1)
    case QUICK_LOAD4:
    load4:
      LOAD(4)
    case QUICK_LOAD8:
    load8:
      LOAD(8)
    case QUICK_STORE1: STORE(1)
    case QUICK_STORE4: STORE(4)
    case QUICK_STORE8: STORE(8)
    case QUICK_JUMP: pc = q->to[0]; break;
    case QUICK_BRANCH:
    branch:
      pc = q->to[READ(q->a).bits ? 0 : 1];
      break;
    case QUICK_CHECK:
      if (!READ(q->a).bits) goto slow;
      break;
    case QUICK_CALL:
    case QUICK_RETURN:
      f->pc = pc;
      if (q->op == QUICK_CALL ? !quick_call(m, s, code, q, &ir_func_get(m->ir, f->func)->code[pc - 1])
                              : !quick_return(m, s, q, q->c ? READ(q->a) : CELL_INT(0)))
        goto slow;
      if (m->status != MACHINE_RUNNING) {
        *budget = left - 1;
        return false;
      }
      f = &vec_last(&s->frames);
      code = quick_of(m, f->func);
      constants = code->constants.data;
      regs = s->regs.data + f->reg_base;
      pc = f->pc;
      break;
    case QUICK_NOT: goto slow;
    }
  }
  pc++;
slow:
  f->pc = pc - 1;
  *budget = left;
  return true;
}
