// Constants, globals with their initial values, functions as values.
//
// An initial value that no constant operand of the IR can express (an address before its object, arithmetic on
// addresses) is stored by code of the entry function before the program starts.
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_int.h"

LLVMValueRef low_strip(LLVMValueRef v) {
  for (unsigned steps = 0; steps < LOW_DEPTH_MAX; steps++) {
    if (LLVMIsAGlobalAlias(v)) {
      v = LLVMAliasGetAliasee(v);
    } else if (LLVMIsAConstantExpr(v) &&
               (LLVMGetConstOpcode(v) == LLVMBitCast || LLVMGetConstOpcode(v) == LLVMAddrSpaceCast)) {
      v = LLVMGetOperand(v, 0);
    } else {
      return v;
    }
  }
  return v;
}

static ir_operand wide_from_decimal(low *L, ir_type t, const char *digits) {
  uint32_t n = (low_bits(L, t) + 63) / 64;
  uint64_t *limbs = MEM_NEW_N(uint64_t, n);
  bool negative = *digits == '-';
  for (const char *c = digits + negative; *c >= '0' && *c <= '9'; c++) {
    unsigned __int128 carry = (unsigned)(*c - '0');
    for (uint32_t i = 0; i < n; i++) {
      carry += (unsigned __int128)limbs[i] * 10;
      limbs[i] = (uint64_t)carry;
      carry >>= 64;
    }
  }
  uint64_t borrow = 1;
  for (uint32_t i = 0; negative && i < n; i++) {
    limbs[i] = ~limbs[i] + borrow;
    borrow = borrow && !limbs[i];
  }
  uint32_t top = low_bits(L, t) % 64;
  if (top) limbs[n - 1] &= ((uint64_t)1 << top) - 1;
  ir_operand made = ir_wide(L->out, t, limbs);
  mem_free(limbs);
  return made;
}

ir_operand low_const_int(low *L, LLVMValueRef v) {
  uint32_t bits = LLVMGetIntTypeWidth(LLVMTypeOf(v));
  ir_type t = low_int(L, bits);
  if (bits <= 64) return ir_int(L->out, t, LLVMConstIntGetZExtValue(v));
  char *text = LLVMPrintValueToString(v);  // "i128 -5"
  char *digits = strchr(text, ' ');
  ir_operand made = wide_from_decimal(L, t, digits ? digits + 1 : "0");
  LLVMDisposeMessage(text);
  return made;
}

static ir_operand const_float(low *L, LLVMValueRef v, ir_type t) {
  LLVMTypeRef bits = LLVMIntTypeInContext(L->ctx, low_bits(L, t));
  LLVMValueRef pattern = LLVMConstBitCast(v, bits);
  if (!LLVMIsAConstantInt(pattern)) return low_absent(L, t, LOW_UNDEF);
  ir_operand o = low_const_int(L, pattern);
  o.type = t;
  return o;
}

static bool gep_offset(low *L, LLVMValueRef gep, int64_t *offset) {
  LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
  int n = LLVMGetNumOperands(gep);
  int64_t sum = 0;
  for (int i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (!LLVMIsAConstantInt(index)) return false;
    if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      sum += (int64_t)LLVMOffsetOfElement(L->layout, t, field);
      t = LLVMStructGetTypeAtIndex(t, field);
    } else {
      if (i > 1) t = LLVMGetElementType(t);
      sum += LLVMConstIntGetSExtValue(index) * (int64_t)low_size(L, t);
    }
  }
  *offset = sum;
  return true;
}

bool low_const_offset(low *L, LLVMValueRef gep, int64_t *offset) { return gep_offset(L, gep, offset); }

// Object and offset behind a constant address; NULL base: the offset is the whole value.
static bool resolve(low *L, LLVMValueRef v, LLVMValueRef *base, int64_t *offset) {
  *offset = 0;
  for (unsigned steps = 0; steps < LOW_DEPTH_MAX; steps++) {
    v = low_strip(v);
    // A weak reference that nothing defines is null.
    if (LLVMIsAGlobalValue(v) && LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage) {
      *base = NULL;
      return true;
    }
    if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v)) {
      *base = v;
      return true;
    }
    if (LLVMIsAConstantPointerNull(v) || LLVMIsAConstantInt(v)) {
      *base = NULL;
      if (LLVMIsAConstantInt(v)) *offset += (int64_t)LLVMConstIntGetZExtValue(v);
      return true;
    }
    if (!LLVMIsAConstantExpr(v)) return false;
    LLVMOpcode op = LLVMGetConstOpcode(v);
    int64_t more = 0;
    if (op == LLVMGetElementPtr) {
      if (!gep_offset(L, v, &more)) return false;
      *offset += more;
    } else if (op == LLVMPtrToInt) {
      if (LLVMSizeOfTypeInBits(L->layout, LLVMTypeOf(v)) != L->word_bits) return false;
    } else if (op != LLVMIntToPtr) {
      return false;
    }
    v = LLVMGetOperand(v, 0);
  }
  return false;
}

// An operand for a constant address or number of pointer width; false if only code can make it.
static bool address_operand(low *L, LLVMValueRef v, ir_operand *out) {
  LLVMValueRef base;
  int64_t offset;
  if (!resolve(L, v, &base, &offset)) return false;
  bool as_int = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
  if (!base) {
    if (as_int) *out = ir_int(L->out, low_int(L, LLVMGetIntTypeWidth(LLVMTypeOf(v))), (uint64_t)offset);
    if (!as_int && !offset) *out = ir_null(L->out, L->t_ptr);
    return as_int || !offset;
  }
  if (LLVMIsAFunction(base)) {
    *out = ir_func_addr(L->out, low_func(L, base));
    return !offset;
  }
  ir_global g = low_global(L, base);
  if (!g.id || offset < 0 || (uint64_t)offset > ir_type_get(L->out, ir_global_get(L->out, g)->type)->size) return false;
  *out = ir_global_addr(L->out, g, (uint64_t)offset);
  return true;
}

// --- constants in code

static ir_operand scalar_constant(low *L, LLVMValueRef v, ir_type t) {
  ir_operand made;
  if (LLVMIsUndef(v)) return low_absent(L, t, LOW_UNDEF);  // poison included
  if (LLVMIsAConstantInt(v)) return low_const_int(L, v);
  if (LLVMIsAConstantFP(v)) return const_float(L, v, t);
  if (LLVMIsAConstantPointerNull(v)) return ir_null(L->out, L->t_ptr);
  if (LLVMIsNull(v)) return low_zero(L, t);
  bool address = low_is_ptr(L, t);
  if (address && address_operand(L, v, &made)) return made;
  LLVMValueRef bare = low_strip(v);
  if (LLVMIsAConstantExpr(bare)) {
    if (low_arith(L, bare, LLVMGetConstOpcode(bare))) {
      low_parts p = low_value(L, bare);
      // Code made it here; elsewhere it has to be made again.
      map64_put(&L->values, (uint64_t)(uintptr_t)bare, UINT64_MAX);
      if (p.n == 1) return low_present(L, p.p[0]);
    }
    low_unsupported(L, "a constant expression of this kind");
  } else if (LLVMIsAGlobalVariable(bare)) {
    low_unsupported(L, "the variable '%s', which is defined elsewhere", LLVMGetValueName(bare));
  } else {
    low_unsupported(L, LLVMIsABlockAddress(bare) ? "the address of a label" : "a constant of this kind");
  }
  return low_zero(L, t);
}

static void flatten(low *L, LLVMValueRef v, const low_flat *f, uint32_t *at, low_parts out, unsigned depth) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (*at >= out.n || depth > LOW_DEPTH_MAX) return;
  bool array = kind == LLVMArrayTypeKind, vector = kind == LLVMVectorTypeKind;
  if (!array && !vector && kind != LLVMStructTypeKind) {
    out.p[*at] = scalar_constant(L, v, f->leaves[*at].type);
    ++*at;
    return;
  }
  uint64_t n = array ? LLVMGetArrayLength2(t) : vector ? LLVMGetVectorSize(t) : LLVMCountStructElementTypes(t);
  for (uint64_t i = 0; i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement(v, (unsigned)i);
    if (!e) {
      low_unsupported(L, "a constant of this kind");
      return;
    }
    flatten(L, e, f, at, out, depth + 1);
  }
}

low_parts low_constant(low *L, LLVMValueRef v) {
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  if (!f->ok) {
    low_unsupported(L, "a value of this type");
    return low_new_parts(L, 0);
  }
  low_parts p = low_new_parts(L, f->n);
  for (uint32_t i = 0; i < f->n; i++) p.p[i] = low_zero(L, f->leaves[i].type);
  uint32_t at = 0;
  flatten(L, v, f, &at, p, 0);
  return p;
}

const char *low_text(low *L, LLVMValueRef v) {
  LLVMValueRef base;
  int64_t offset;
  if (!LLVMIsAConstant(v) || !resolve(L, v, &base, &offset) || !base || !LLVMIsAGlobalVariable(base)) return NULL;
  LLVMValueRef init = LLVMIsGlobalConstant(base) ? LLVMGetInitializer(base) : NULL;
  if (!init) return NULL;
  if (LLVMIsNull(init)) return "";
  if (!LLVMIsConstantString(init)) return NULL;
  size_t len;
  const char *text = LLVMGetAsString(init, &len);
  if (offset < 0 || (size_t)offset > len) return NULL;
  return intern_n(L->out->names, text + offset, strnlen(text + offset, len - (size_t)offset));
}

// --- globals

static place global_place(low *L, LLVMValueRef g) {
  unsigned len = 0;
  const char *file = LLVMGetDebugLocFilename(g, &len);
  unsigned line = file && len ? LLVMGetDebugLocLine(g) : 0;
  return line ? (place){.file = intern_n(L->out->names, file, len), .line = line, .col = 1} : PLACE_NONE;
}

// Some variables of the C library are known by name only: a stream's address is all that programs use.
static bool is_opaque(const char *name) {
  return !strcmp(name, "stdin") || !strcmp(name, "stdout") || !strcmp(name, "stderr");
}

static bool is_abi_object(const char *name) {
  return str_starts(name, "_ZTI") || str_starts(name, "_ZTV") || str_starts(name, "_ZTS") ||
         !strcmp(name, "__dso_handle");
}

enum { UNKNOWN_LEAVES_MAX = 256 };  // inputs that the contents of one variable may become

// What is defined elsewhere has contents nobody knows: they become inputs. Of what has no size, or too many of them, no
// use is supported; of type infos and virtual tables only the address matters.
static bool is_unknown(low *L, LLVMValueRef g) {
  const char *name = LLVMGetValueName(g);
  if (LLVMGetInitializer(g) || is_opaque(name) || is_abi_object(name)) return false;
  const low_flat *f = low_flat_of(L, LLVMGlobalGetValueType(g));
  return !f->ok || f->n > UNKNOWN_LEAVES_MAX;
}

// All processes of SystemC run in one thread; only what the models keep for each process is its own.
static bool is_own_of_processes(const low *L, LLVMValueRef g) {
  size_t len;
  return LLVMIsThreadLocal(g) && (!L->systemc || str_starts(LLVMGetValueName2(g, &len), "__allways_"));
}

ir_global low_global(low *L, LLVMValueRef g) {
  uint64_t found;
  if (map64_get(&L->globals, (uint64_t)(uintptr_t)g, &found)) return (ir_global){(uint32_t)found};
  LLVMMetadataRef variable = low_global_variable(L, g);
  ir_type t = IR_VOID;
  if (!is_unknown(L, g)) t = low_defined_type(L, g, variable ? low_di_operand(L, variable, 3) : NULL);
  ir_global made = {0};
  if (t.id) {
    const char *name = variable ? low_di_text(L, variable, 1) : NULL;
    size_t len;
    made = ir_global_add(L->out, name ? name : LLVMGetValueName2(g, &len), t,
                         variable ? global_place(L, g) : PLACE_NONE);
    ir_global_flags(L->out, made, low_is_readonly_global(L, g), is_own_of_processes(L, g),
                    !name || (variable && place_in_library(global_place(L, g).file)));
    ir_global_align(L->out, made, low_global_align(L, g, t));
    vec_push(&L->pending_globals, g);
  }
  map64_put(&L->globals, (uint64_t)(uintptr_t)g, made.id);
  return made;
}

static bool needs_pieces(low *L, ir_type t) {
  const ir_type_info *i = ir_type_get(L->out, t);
  return i->kind == IR_TYPE_INT && i->bits > 8 && (i->bits % 8 || (i->bits / 8 & (i->bits / 8 - 1)));
}

static void init_scalar(low *L, ir_global g, uint64_t offset, LLVMValueRef v) {
  if (LLVMIsNull(v) || LLVMIsUndef(v)) return;
  const low_flat *f = low_flat_of(L, LLVMTypeOf(v));
  ir_operand o;
  bool ok = f->ok && f->n == 1 && !needs_pieces(L, f->leaves[0].type);
  if (ok && LLVMIsAConstantInt(v)) {
    o = low_const_int(L, v);
    if (low_bits(L, o.type) == 1) o = ir_int(L->out, L->t_i8, o.value);
  } else if (ok && LLVMIsAConstantFP(v)) {
    o = const_float(L, v, f->leaves[0].type);
    ok = o.kind != IR_OPERAND_NONE;
  } else {
    ok = ok && address_operand(L, v, &o);
  }
  uint64_t size = ir_type_get(L->out, ir_global_get(L->out, g)->type)->size;
  ok = ok && offset <= size && ir_type_get(L->out, o.type)->size <= size - offset;
  if (ok)
    ir_global_init(L->out, g, offset, o);
  else
    vec_push(&L->late, ((low_late){.g = g, .offset = offset, .value = v}));
}

static void init_value(low *L, ir_global g, uint64_t offset, LLVMValueRef v, unsigned depth) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (LLVMIsNull(v) || LLVMIsUndef(v) || depth > LOW_DEPTH_MAX) return;
  bool array = kind == LLVMArrayTypeKind, vector = kind == LLVMVectorTypeKind;
  if (!array && !vector && kind != LLVMStructTypeKind) {
    init_scalar(L, g, offset, v);
    return;
  }
  uint64_t n = array ? LLVMGetArrayLength2(t) : vector ? LLVMGetVectorSize(t) : LLVMCountStructElementTypes(t);
  for (uint64_t i = 0; i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement(v, (unsigned)i);
    if (!e) continue;
    uint64_t at = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(L->layout, t, (unsigned)i)
                                             : i * low_size(L, LLVMGetElementType(t));
    init_value(L, g, offset + at, e, depth + 1);
  }
}

void low_pending_globals(low *L) {
  for (size_t i = 0; i < L->pending_globals.len; i++) {
    LLVMValueRef v = L->pending_globals.data[i];
    ir_global g = low_global(L, v);
    LLVMValueRef init = LLVMGetInitializer(v);
    if (init)
      init_value(L, g, 0, init, 0);
    else if (is_opaque(LLVMGetValueName(v)))
      ir_global_init(L->out, g, 0, ir_global_addr(L->out, g, 0));
    else if (!is_abi_object(LLVMGetValueName(v)))
      vec_push(&L->late, ((low_late){.g = g, .of = v}));
  }
  vec_clear(&L->pending_globals);
}

// Pointers are drawn as integers: only a run that uses one has no answer.
static void draw_contents(low *L, ir_global g, LLVMValueRef v) {
  LLVMTypeRef type = LLVMGlobalGetValueType(v);
  const low_flat *f = low_flat_of(L, type);
  const char *name = ir_global_get(L->out, g)->name;
  if (!f->ok || LLVMGetTypeKind(type) == LLVMVectorTypeKind) low_unsupported(L, "the contents of this type");
  for (uint32_t i = 0; i < f->n && low_open(L); i++) {
    const low_leaf *leaf = &f->leaves[i];
    bool ptr = low_is_ptr(L, leaf->type);
    ir_type t = ptr ? L->t_word : leaf->type;
    low_parts one = low_new_parts(L, 1);
    ir_reg dst = ir_reg_new(L->out, NULL, t, L->at);
    one.p[0] = low_emit(L, &(ir_instr){.op = IR_NONDET, .type = t, .dst = dst, .text = name});
    LLVMTypeRef word = ptr ? LLVMIntTypeInContext(LLVMGetTypeContext(type), low_bits(L, L->t_word)) : leaf->llvm;
    low_store(L, word, ir_global_addr(L->out, g, leaf->offset), one, IR_INIT);
  }
}

// The variable has no definition: told like what else is missing, at a place where the program uses it.
static void tell_missing(low *L, ir_global g, LLVMValueRef v) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u && L->o->gaps; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user) || !LLVMGetDebugLocLine(user)) continue;
    strbuf text = {0};
    sb_printf(&text, "the variable %s has no definition: it holds any value at first", ir_global_get(L->out, g)->name);
    llvm_gaps_add(L->o->gaps, sb_text(&text), low_place(L, user), NULL);
    sb_fini(&text);
    return;
  }
}

// Unknown contents of variables defined elsewhere, and values computed by code.
void low_late_values(low *L) {
  for (size_t i = 0; i < L->late.len; i++) {
    low_late late = L->late.data[i];
    // Only the entry's own copy would be set.
    if (ir_global_get(L->out, late.g)->is_thread_local)
      low_unsupported(L, "the initial value of the thread-local variable %s", ir_global_get(L->out, late.g)->name);
    else if (late.of)
      tell_missing(L, late.g, late.of);
    if (late.of)
      draw_contents(L, late.g, late.of);
    else
      low_store(L, LLVMTypeOf(late.value), ir_global_addr(L->out, late.g, late.offset), low_constant(L, late.value),
                IR_INIT);
  }
  vec_clear(&L->late);
}

ir_func low_func(low *L, LLVMValueRef f) {
  uint64_t found;
  if (map64_get(&L->funcs, (uint64_t)(uintptr_t)f, &found)) return (ir_func){(uint32_t)found};
  low_sig *s = low_sig_of(L, LLVMGlobalGetValueType(f));
  ir_func made = ir_func_declare(L->out, low_function_name(L, f), s->result, low_function_place(L, f));
  map64_put(&L->funcs, (uint64_t)(uintptr_t)f, made.id);
  vec_push(&L->pending, f);
  return made;
}
