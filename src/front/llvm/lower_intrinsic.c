// LLVM's intrinsics, by name without the suffixes of their types.
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_int.h"

static ir_operand arg(low *L, LLVMValueRef v, unsigned i) { return low_scalar(L, LLVMGetOperand(v, i)); }

static ir_operand length(low *L, LLVMValueRef v) { return low_fit(L, arg(L, v, 2), L->t_i64, false); }

typedef struct scalar {
  uint64_t place, size;
  bool known;
} scalar;  // known: it is one

// A field in the description of a copied struct: arrays and unions are described as characters.
static scalar field_of(low *L, LLVMValueRef offset, LLVMValueRef size, LLVMValueRef tag) {
  scalar s = {0};
  if (!LLVMIsAConstantInt(offset) || !LLVMIsAConstantInt(size)) return s;
  s.place = LLVMConstIntGetZExtValue(offset);
  s.size = LLVMConstIntGetZExtValue(size);
  const char *type = low_di_text(L, low_di_operand(L, LLVMValueAsMetadata(tag), 1), 0);
  bool natural = s.size && s.size <= 16 && (s.size & (s.size - 1)) == 0;
  s.known = natural && type && (s.size == 1 || strcmp(type, "omnipotent char") != 0);
  return s;
}

// The scalars that an assignment of a struct copies, as clang describes them; with `*` what may be several. NULL: nothing is known.
static const char *copied_scalars(low *L, LLVMValueRef v) {
  LLVMValueRef node = L->systemc ? NULL : LLVMGetMetadata(v, LLVMGetMDKindIDInContext(L->ctx, "tbaa.struct", 11));
  unsigned n = node ? LLVMGetMDNodeNumOperands(node) : 0;
  if (!n || n % 3) return NULL;
  LLVMValueRef *operands = MEM_NEW_N(LLVMValueRef, n);
  scalar *all = MEM_NEW_N(scalar, n / 3);
  LLVMGetMDNodeOperands(node, operands);
  for (unsigned k = 0; k < n / 3; k++) all[k] = field_of(L, operands[3 * k], operands[3 * k + 1], operands[3 * k + 2]);
  strbuf text = {0};
  for (unsigned k = 0; k < n / 3; k++) {
    bool alone = all[k].known;
    for (unsigned o = 0; o < n / 3; o++)
      alone &= o == k || all[o].place + all[o].size <= all[k].place || all[k].place + all[k].size <= all[o].place;
    sb_printf(&text, "%s%llu%c%llu", k ? " " : "", (unsigned long long)all[k].place, alone ? '+' : '*',
              (unsigned long long)all[k].size);
  }
  const char *made = text.len ? intern(L->out->names, sb_text(&text)) : NULL;
  sb_fini(&text);
  mem_free(operands);
  mem_free(all);
  return made;
}

static void copy(low *L, LLVMValueRef v) {
  ir_operand args[] = {arg(L, v, 0), arg(L, v, 1), length(L, v)};
  uint32_t init = low_init_flag(L, v, LLVMGetOperand(v, 0));
  low_emit(L, &(ir_instr){.op = IR_COPY, .flags = init, .args = args, .n_args = 3, .text = copied_scalars(L, v)});
}

// Where a run finds out what a pointer points to, two of them may be the same.
static bool is_object(LLVMValueRef v) { return LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v); }

static LLVMValueRef object_of(LLVMValueRef v) {
  for (;;) {
    v = low_strip(v);
    bool inside = LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
    if (!inside && !LLVMIsABitCastInst(v)) return v;
    v = LLVMGetOperand(v, 0);
  }
}

void low_check_apart(low *L, ir_operand ranges[4], ir_apart sub, const char *function) {
  if (!low_open(L)) return;
  ir_reg is = ir_reg_new(L->out, NULL, L->t_bool, L->at);
  ir_operand apart =
      low_emit(L, &(ir_instr){.op = IR_APART, .sub = sub, .type = L->t_bool, .dst = is, .args = ranges, .n_args = 4});
  const char *text = function ? function : ir_check_message(IR_CHECK_OVERLAP);
  low_emit(L, &(ir_instr){.op = IR_CHECK, .sub = IR_CHECK_OVERLAP, .args = &apart, .n_args = 1, .text = text});
}

// Memory that is copied must not overlap. An assignment of a struct to itself becomes a copy too, and so do calls of memcpy, which then
// cannot be told from it: equal places are let pass.
static void copy_apart(low *L, LLVMValueRef v) {
  LLVMValueRef to = object_of(LLVMGetOperand(v, 0)), from = object_of(LLVMGetOperand(v, 1));
  bool different = to != from && is_object(to) && is_object(from);
  bool of_library = L->systemc && L->at.file && place_in_library(L->at.file);
  if (!different && !of_library) {
    ir_operand bytes = length(L, v), ranges[] = {arg(L, v, 0), bytes, arg(L, v, 1), bytes};
    low_check_apart(L, ranges, IR_APART_OR_SAME, NULL);
  }
  copy(L, v);
}

static void fill(low *L, LLVMValueRef v) {
  ir_operand args[] = {arg(L, v, 0), arg(L, v, 1), length(L, v)};
  low_emit(L,
           &(ir_instr){.op = IR_FILL, .flags = low_init_flag(L, v, LLVMGetOperand(v, 0)), .args = args, .n_args = 3});
}

static void nothing(low *L, LLVMValueRef v) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  low_parts p = low_new_parts(L, f->n);
  for (uint32_t i = 0; i < f->n; i++) p.p[i] = low_absent(L, f->leaves[i].type, LOW_UNDEF);
  if (f->n) low_define(L, v, p);
}

static void first_argument(low *L, LLVMValueRef v) { low_define(L, v, low_value(L, LLVMGetOperand(v, 0))); }

// The life of a local begins again: indeterminate once more. One in the entry block is its first begin.
static void lifetime_start(low *L, LLVMValueRef v) {
  LLVMValueRef local = LLVMGetOperand(v, 1);
  if (LLVMIsAAllocaInst(local)) low_alloca(L, local);
}

static void object_size(low *L, LLVMValueRef v) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  LLVMValueRef least = LLVMGetOperand(v, 1);
  bool zero = LLVMIsAConstantInt(least) && LLVMConstIntGetZExtValue(least);
  low_define1(L, v, low_num(L, f->leaves[0].type, zero ? 0 : UINT64_MAX));
}

static void zero(low *L, LLVMValueRef v) {
  low_define1(L, v, low_zero(L, low_flat_of(L, LLVMTypeOf(v))->leaves[0].type));
}

// __builtin_trap: as abort().
static void trap(low *L, LLVMValueRef v) {
  (void)v;
  low_do(L, IR_STOP, 0, NULL, 0);
}

// A trap of -fsanitize where the language leaves something undefined. The argument says what (clang's list of sanitizer handlers): what is a
// property here is a violation of it, and the program ends. Of the rest nothing can be said but that a run comes there.
static void sanitizer_trap(low *L, LLVMValueRef v) {
  enum {
    ADD = 0,
    DIVISION = 3,
    FLOAT_CAST = 5,
    BUILTIN = 8,
    MULTIPLY = 12,
    NEGATE = 13,
    INDEX = 18,
    POINTER = 19,
    SHIFT = 20,
    SUBTRACT = 21
  };
  static const uint8_t arithmetic[] = {ADD, DIVISION, FLOAT_CAST, BUILTIN, MULTIPLY, NEGATE, SHIFT, SUBTRACT};
  LLVMValueRef kind = LLVMGetOperand(v, 0);
  uint64_t number = LLVMIsAConstantInt(kind) ? LLVMConstIntGetZExtValue(kind) : UINT64_MAX;
  ir_check check = number == INDEX || number == POINTER ? IR_CHECK_BOUNDS : IR_CHECK_COUNT;
  for (size_t i = 0; i < sizeof arithmetic; i++)
    if (number == arithmetic[i]) check = IR_CHECK_OVERFLOW;
  if (check == IR_CHECK_COUNT) {
    low_unsupported(L, "a trap of a sanitizer");
    return;
  }
  ir_operand no = ir_int(L->out, L->t_bool, 0);
  const char *text = check == IR_CHECK_BOUNDS ? "a sanitizer has seen it" : "undefined arithmetic";
  low_emit(L, &(ir_instr){.op = IR_CHECK, .sub = check, .args = &no, .n_args = 1, .text = text});
  low_do(L, IR_STOP, 0, NULL, 0);
}

static void start_arguments(low *L, LLVMValueRef v) {
  ir_operand list = arg(L, v, 0);
  if (!low_open(L)) return;
  ir_operand area = L->va_area.id ? ir_reg_operand(L->out, L->va_area) : ir_null(L->out, L->t_ptr);
  if (L->word_bits == 32) {
    ir_emit_store(L->out, L->t_ptr, list, area, L->at);
    return;
  }
  // System V ABI for x86-64, 3.5.7: all registers are used up, the rest lies in overflow_arg_area.
  ir_emit_store(L->out, L->t_i32, list, ir_int(L->out, L->t_i32, 48), L->at);
  ir_operand fp = low_offset(L, list, 4), overflow = low_offset(L, list, 8), registers = low_offset(L, list, 16);
  ir_emit_store(L->out, L->t_i32, fp, ir_int(L->out, L->t_i32, 176), L->at);
  ir_emit_store(L->out, L->t_ptr, overflow, area, L->at);
  ir_emit_store(L->out, L->t_ptr, registers, ir_null(L->out, L->t_ptr), L->at);
}

static void time_stamp(low *L, LLVMValueRef v) {
  if (!low_open(L)) return;
  ir_reg dst = ir_reg_new(L->out, NULL, L->t_i64, L->at);
  low_define1(L, v, low_emit(L, &(ir_instr){.op = IR_NONDET, .type = L->t_i64, .dst = dst, .text = "time stamp"}));
}

// Bits of the address are cleared, by going back in the object.
static void mask_pointer(low *L, LLVMValueRef v) {
  ir_operand p = arg(L, v, 0), address = low_un(L, IR_PTRTOINT, L->t_word, p);
  ir_operand mask = low_fit(L, arg(L, v, 1), L->t_word, true);
  ir_operand kept = low_bin(L, IR_AND, L->t_word, address,
                            low_bin(L, IR_XOR, L->t_word, mask, ir_int(L->out, L->t_word, -1)));
  ir_operand back = low_bin(L, IR_SUB, L->t_i64, ir_int(L->out, L->t_i64, 0), low_fit(L, kept, L->t_i64, false));
  low_define1(L, v, low_bin(L, IR_PTRADD, L->t_ptr, p, back));
}

static void copy_arguments(low *L, LLVMValueRef v) {
  ir_operand bytes = ir_int(L->out, L->t_i64, L->word_bits == 32 ? 4 : 24);
  low_do(L, IR_COPY, 0, (ir_operand[]){arg(L, v, 0), arg(L, v, 1), bytes}, 3);
}

static void type_id(low *L, LLVMValueRef v) {
  low_define1(L, v, ir_int(L->out, L->t_i32, low_type_id(L, low_strip(LLVMGetOperand(v, 0)))));
}

static void multiply_add(low *L, LLVMValueRef v) {
  ir_operand a = arg(L, v, 0), b = arg(L, v, 1), c = arg(L, v, 2);
  low_define1(L, v, low_bin(L, IR_FADD, a.type, low_bin(L, IR_FMUL, a.type, a, b), c));
}

static ir_operand float_compare(low *L, ir_fcmp how, ir_operand a, ir_operand b) {
  if (!low_open(L)) return low_zero(L, L->t_bool);
  ir_reg dst = ir_reg_new(L->out, NULL, L->t_bool, L->at);
  return low_emit(
      L,
      &(ir_instr){.op = IR_FCMP, .sub = how, .type = L->t_bool, .dst = dst, .args = (ir_operand[]){a, b}, .n_args = 2});
}

// -0 + 0 is +0, so that the sign of zero goes too.
static void float_absolute(low *L, LLVMValueRef v) {
  ir_operand a = arg(L, v, 0), none = low_zero(L, a.type);
  ir_operand negative = float_compare(L, IR_FCMP_OLT, a, none);
  ir_operand flipped = low_un(L, IR_FNEG, a.type, a);
  low_define1(L, v, low_select(L, a.type, negative, flipped, low_bin(L, IR_FADD, a.type, a, none)));
}

// A NaN gives way to the other argument.
static void float_extreme(low *L, LLVMValueRef v, ir_fcmp how) {
  ir_operand a = arg(L, v, 0), b = arg(L, v, 1);
  ir_operand better = float_compare(L, how, a, b), b_is_nan = float_compare(L, IR_FCMP_UNO, b, b);
  ir_operand take_a = low_bin(L, IR_OR, L->t_bool, better, b_is_nan);
  low_define1(L, v, low_select(L, a.type, take_a, a, b));
}

static void float_min(low *L, LLVMValueRef v) { float_extreme(L, v, IR_FCMP_OLT); }
static void float_max(low *L, LLVMValueRef v) { float_extreme(L, v, IR_FCMP_OGT); }

static void float_class(low *L, LLVMValueRef v) {
  ir_operand a = arg(L, v, 0);
  uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
  if (mask == 3)
    low_define1(L, v, float_compare(L, IR_FCMP_UNO, a, a));
  else if (mask == 0x3fc)
    low_define1(L, v, float_compare(L, IR_FCMP_ORD, a, a));
  else
    low_unsupported(L, "a test of the class of a float");
}

typedef struct intrinsic {
  const char *name;
  void (*lower)(low *L, LLVMValueRef v);
} intrinsic;

static const intrinsic TABLE[] = {
    {"llvm.memcpy", copy_apart},
    {"llvm.memcpy.inline", copy_apart},
    {"llvm.memmove", copy},
    {"llvm.memset", fill},
    {"llvm.memset.inline", fill},
    {"llvm.lifetime.start", lifetime_start},
    {"llvm.lifetime.end", low_end_of_life},
    {"llvm.assume", nothing},
    {"llvm.invariant.start", nothing},
    {"llvm.invariant.end", nothing},
    {"llvm.experimental.noalias.scope.decl", nothing},
    {"llvm.donothing", nothing},
    {"llvm.sideeffect", nothing},
    {"llvm.prefetch", nothing},
    {"llvm.x86.sse2.pause", nothing},
    {"llvm.var.annotation", nothing},
    {"llvm.stackrestore", low_restore_stack},
    {"llvm.va_end", nothing},
    {"llvm.readcyclecounter", time_stamp},
    {"llvm.x86.rdtsc", time_stamp},
    {"llvm.stacksave", zero},
    {"llvm.is.constant", zero},
    {"llvm.objectsize", object_size},
    {"llvm.expect", first_argument},
    {"llvm.expect.with.probability", first_argument},
    {"llvm.ptr.annotation", first_argument},
    {"llvm.annotation", first_argument},
    {"llvm.launder.invariant.group", first_argument},
    {"llvm.strip.invariant.group", first_argument},
    {"llvm.threadlocal.address", first_argument},
    {"llvm.trap", trap},
    {"llvm.debugtrap", trap},
    {"llvm.ubsantrap", sanitizer_trap},
    {"llvm.va_start", start_arguments},
    {"llvm.va_copy", copy_arguments},
    {"llvm.ptrmask", mask_pointer},
    {"llvm.eh.typeid.for", type_id},
    {"llvm.fmuladd", multiply_add},
    {"llvm.fabs", float_absolute},
    {"llvm.minnum", float_min},
    {"llvm.maxnum", float_max},
    {"llvm.is.fpclass", float_class},
};

void low_intrinsic(low *L, LLVMValueRef v, LLVMValueRef callee) {
  size_t len;
  const char *name = LLVMIntrinsicGetName(LLVMGetIntrinsicID(callee), &len);
  if (str_starts(name, "llvm.dbg.")) return;
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
    if (!strcmp(name, TABLE[i].name)) {
      TABLE[i].lower(L, v);
      return;
    }
  if (!low_bits_intrinsic(L, v, name)) low_unsupported(L, "the operation %s", name);
}
