// Local variables that are constants. LLVM does not know them; what clang tells the debugger does.
//
// The writes that initialise a constant are those to its own name: of one scalar the first in the text, of an array or a struct all in its
// declaration (lower_initial.c). Where the initial value comes in other ways (a call that is given the place, a loop over it), the variable
// is taken for one that may be written. Objects of C++ classes, which constructors and destructors write to, come with marks
// (llvm_constants.c). Members of structs of C that are constants are so in variables, with the same exceptions; memory that is allocated has no
// declared type.
#include <string.h>

#include "base/str.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/lower_int.h"

enum {
  TAG_ARRAY = 0x01,
  TAG_CLASS = 0x02,
  TAG_ENUMERATION = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_STRUCTURE = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_INHERITANCE = 0x1c,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35
};
enum { OPERAND_FILE = 0, OPERAND_BASE = 3, OPERAND_ELEMENTS = 4, OPERAND_IDENTIFIER = 7 };

static LLVMMetadataRef without_names(low *L, LLVMMetadataRef di, bool *constant) {
  for (unsigned steps = 0; di && steps < LOW_DEPTH_MAX; steps++) {
    if (LLVMGetMetadataKind(di) != LLVMDIDerivedTypeMetadataKind) return di;
    uint16_t tag = LLVMGetDINodeTag(di);
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE) return di;
    *constant |= tag == TAG_CONST;
    di = low_di_operand(L, di, OPERAND_BASE);
  }
  return NULL;
}

// A class of C++. One that other files cannot name has no identifier: then all are classes if some file is in C++.
static bool is_of_cxx(low *L, LLVMMetadataRef composite) {
  return low_di_operand(L, composite, OPERAND_IDENTIFIER) ||
         LLVMGetNamedMetadata(L->m, LLVM_MARK_CXX, strlen(LLVM_MARK_CXX));
}

// Does the description belong to the whole place? A structured binding is described as a part of it.
static bool describes(low *L, LLVMMetadataRef di, LLVMTypeRef t, bool *constant) {
  di = without_names(L, di, constant);
  if (!di) return false;
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  bool composite = LLVMGetMetadataKind(di) == LLVMDICompositeTypeMetadataKind;
  uint16_t tag = composite ? LLVMGetDINodeTag(di) : 0;
  if (tag == TAG_ARRAY) {
    if (kind != LLVMArrayTypeKind) return false;
    LLVMTypeRef element = t;
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind) element = LLVMGetElementType(element);
    return describes(L, low_di_operand(L, di, OPERAND_BASE), element, constant);
  }
  if (tag == TAG_STRUCTURE || tag == TAG_UNION) return kind == LLVMStructTypeKind && !is_of_cxx(L, di);
  return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind;
}

static bool has_mark(low *L, LLVMValueRef instruction, const char *mark) {
  return LLVMGetMetadata(instruction, LLVMGetMDKindIDInContext(L->ctx, mark, (unsigned)strlen(mark))) != NULL;
}

// Functions of others have no marks, and may have taken the place of those of the same name that have.
static bool knows_functions(low *L) {
  return !LLVMGetNamedMetadata(L->m, LLVM_MARK_FOREIGN, strlen(LLVM_MARK_FOREIGN));
}

// Are its writes not known?
static bool is_given_to_fill(low *L, LLVMValueRef call, LLVMValueRef object) {
  static const char SRET[] = "sret";
  unsigned kind = LLVMGetEnumAttributeKindForName(SRET, strlen(SRET));
  if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return true;
  if (has_mark(L, call, LLVM_MARK_INIT) && knows_functions(L)) return false;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    if (LLVMGetOperand(call, k) == object && LLVMGetCallSiteEnumAttribute(call, k + 1, kind)) return true;
  return false;
}

// Clang's loop over the elements of an array that have no value of their own in the text.
static bool is_of_filling_loop(LLVMValueRef phi) {
  size_t len;
  return str_starts(LLVMGetValueName2(phi, &len), "arrayinit.");
}

static bool is_result(LLVMValueRef alloca) {
  size_t len;
  return LLVMIsAAllocaInst(alloca) && !strcmp(LLVMGetValueName2(alloca, &len), "retval");
}

// Are all writes that may initialise it writes to its name? Not where clang makes a variable in the place of the result: that may be written again.
static bool is_written_by_name(low *L, LLVMValueRef object, unsigned depth) {
  if (depth > LOW_DEPTH_MAX || is_result(object)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAPHINode(user) && is_of_filling_loop(user)) return false;
    if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && is_given_to_fill(L, user, object)) return false;
    if (LLVMIsAGetElementPtrInst(user) && !is_written_by_name(L, user, depth + 1)) return false;
  }
  return true;
}

bool low_is_readonly_global(low *L, LLVMValueRef g) {
  unsigned kind = LLVMGetMDKindIDInContext(L->ctx, LLVM_MARK_CONST, strlen(LLVM_MARK_CONST));
  size_t n;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  bool found = LLVMIsGlobalConstant(g);
  for (size_t i = 0; i < n && !found; i++)
    found = LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == kind && knows_functions(L);
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

static bool is_of_program(low *L, LLVMValueRef alloca) {
  place at = low_function_place(L, LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
  return !(at.file && place_in_library(at.file));
}

// Of C: all of its initial writes have marks.
static bool is_literal(LLVMValueRef alloca) {
  size_t len;
  return str_starts(LLVMGetValueName2(alloca, &len), ".compoundliteral");
}

bool low_is_readonly(low *L, LLVMValueRef alloca) {
  if (has_mark(L, alloca, LLVM_MARK_CONST)) return is_literal(alloca) || knows_functions(L);
  LLVMMetadataRef di = low_variable_type(L, alloca);
  bool constant = false;
  if (!di || !describes(L, di, LLVMGetAllocatedType(alloca), &constant) || !constant) return false;
  return is_of_program(L, alloca) && is_written_by_name(L, alloca, 0);
}

// --- members

// A class of C++ that the program defines. What its constructors write must have marks.
static bool is_own_class(low *L, LLVMMetadataRef di) {
  if (!knows_functions(L)) return false;
  LLVMMetadataRef file = low_di_operand(L, di, OPERAND_FILE);
  uint16_t tag = LLVMGetDINodeTag(di);
  unsigned len = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
  return (tag == TAG_STRUCTURE || tag == TAG_CLASS) && name && len && !place_in_library(name);
}

static bool is_record(low *L, LLVMMetadataRef di) {
  uint16_t tag = LLVMGetDINodeTag(di);
  return is_of_cxx(L, di) ? is_own_class(L, di) : tag == TAG_STRUCTURE || tag == TAG_UNION;
}

// The member that begins at a byte, or the base of a class whose place is a record of its own; NULL: none, or a bit-field.
static LLVMMetadataRef member_at(low *L, LLVMMetadataRef composite, uint64_t offset, const ir_type_info *field) {
  LLVMMetadataRef elements = low_di_operand(L, composite, OPERAND_ELEMENTS);
  unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(L->ctx, elements)) : 0;
  for (unsigned k = 0; k < n; k++) {
    LLVMMetadataRef e = low_di_operand(L, elements, k);
    if (!e || LLVMGetMetadataKind(e) != LLVMDIDerivedTypeMetadataKind) continue;
    uint16_t tag = LLVMGetDINodeTag(e);
    if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) || LLVMDITypeGetOffsetInBits(e) != offset * 8) continue;
    if (LLVMDITypeGetFlags(e) & (LLVMDIFlagStaticMember | LLVMDIFlagVirtual)) continue;
    bool ignored = false;
    LLVMMetadataRef type = without_names(L, low_di_operand(L, e, OPERAND_BASE), &ignored);
    uint64_t bits = type ? LLVMDITypeGetSizeInBits(type) : 0;
    if (tag == TAG_INHERITANCE && field->kind == IR_TYPE_RECORD && field->size * 8 <= bits) return e;
    if (tag == TAG_MEMBER && LLVMDITypeGetSizeInBits(e)) return bits == LLVMDITypeGetSizeInBits(e) ? e : NULL;
  }
  return NULL;
}

static bool is_constant(low *L, LLVMMetadataRef member) {
  bool is = false;
  LLVMMetadataRef type = without_names(L, low_di_operand(L, member, OPERAND_BASE), &is);
  while (type && LLVMGetMetadataKind(type) == LLVMDICompositeTypeMetadataKind && LLVMGetDINodeTag(type) == TAG_ARRAY)
    type = without_names(L, low_di_operand(L, type, OPERAND_BASE), &is);
  return is;
}

typedef VEC(LLVMMetadataRef) member_vec;

static void find_members(low *L, LLVMMetadataRef composite, member_vec *out) {
  LLVMMetadataRef elements = low_di_operand(L, composite, OPERAND_ELEMENTS);
  unsigned n = elements ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(L->ctx, elements)) : 0;
  for (unsigned k = 0; k < n; k++) {
    LLVMMetadataRef e = low_di_operand(L, elements, k);
    if (!e || LLVMGetMetadataKind(e) != LLVMDIDerivedTypeMetadataKind) continue;
    if (!(LLVMDITypeGetFlags(e) & LLVMDIFlagStaticMember)) vec_push(out, e);
  }
}

// Are all members of a union constants? Else others may be written in their place.
static bool all_constant(low *L, LLVMMetadataRef composite) {
  member_vec all = {0};
  find_members(L, composite, &all);
  bool constant = all.len > 0;
  for (size_t k = 0; k < all.len && constant; k++)
    constant = LLVMGetDINodeTag(all.data[k]) == TAG_MEMBER && is_constant(L, all.data[k]);
  vec_free(&all);
  return constant;
}

// Is what lies between two bits of bit-fields, all constants? Those that stand side by side are one memory location: who writes to one of them
// writes the others back, constants too.
static bool bit_fields_constant(low *L, LLVMMetadataRef composite, uint64_t from, uint64_t to) {
  member_vec all = {0};
  find_members(L, composite, &all);
  bool some = false, other = false;
  for (size_t k = 0; k < all.len;) {
    bool constant = true, meets = false;
    size_t first = k;
    do {
      uint64_t begin = LLVMDITypeGetOffsetInBits(all.data[k]), size = LLVMDITypeGetSizeInBits(all.data[k]);
      bool of_kind = LLVMGetDINodeTag(all.data[k]) == TAG_MEMBER &&
                     LLVMDITypeGetFlags(all.data[k]) & LLVMDIFlagBitField;
      constant &= of_kind && is_constant(L, all.data[k]);
      meets |= begin + size > from && begin < to;
      if (!of_kind) break;
    } while (++k < all.len && LLVMDITypeGetFlags(all.data[k]) & LLVMDIFlagBitField);
    if (k == first) k++;
    some |= meets && constant;
    other |= meets && !constant;
  }
  vec_free(&all);
  return some && !other;
}

static ir_type with_constants(low *L, ir_type plain, LLVMMetadataRef di, bool *constant, unsigned depth);

// Constructors write to members that are classes, and whom they ask to do so is not known here.
static bool is_class(low *L, LLVMMetadataRef di) {
  bool ignored = false;
  for (unsigned steps = 0; (di = without_names(L, di, &ignored)) && steps < LOW_DEPTH_MAX; steps++) {
    if (LLVMGetMetadataKind(di) != LLVMDICompositeTypeMetadataKind) return false;
    if (LLVMGetDINodeTag(di) != TAG_ARRAY) return LLVMGetDINodeTag(di) != TAG_ENUMERATION;
    di = low_di_operand(L, di, OPERAND_BASE);
  }
  return true;
}

static ir_type record_with_constants(low *L, ir_type plain, LLVMMetadataRef di, unsigned depth) {
  const ir_type_info info = *ir_type_get(L->out, plain);
  ir_field *fields = MEM_NEW_N(ir_field, info.n_fields + 1);
  bool any = false, class = is_of_cxx(L, di), of_union = LLVMGetDINodeTag(di) == TAG_UNION;
  bool whole = of_union && all_constant(L, di);
  for (uint32_t k = 0; k < info.n_fields; k++) {
    const ir_type_info *field = ir_type_get(L->out, info.fields[k].type);
    uint64_t from = info.fields[k].offset;
    LLVMMetadataRef member = of_union ? NULL : member_at(L, di, from, field);
    fields[k] = info.fields[k];
    if (!member)
      fields[k].is_const = whole || (!of_union && bit_fields_constant(L, di, from * 8, (from + field->size) * 8));
    any |= fields[k].is_const;
    if (!member) continue;
    LLVMMetadataRef type = low_di_operand(L, member, OPERAND_BASE);
    fields[k].type = with_constants(L, fields[k].type, type, &fields[k].is_const, depth + 1);
    fields[k].is_const &= !class || !is_class(L, type);
    any |= fields[k].is_const || fields[k].type.id != info.fields[k].type.id;
  }
  ir_type made = any ? ir_type_record_declare(L->out, info.name) : plain;
  if (any && !ir_type_record_define_at(L->out, made, fields, info.n_fields, info.size, info.align)) made = plain;
  mem_free(fields);
  return made;
}

static ir_type with_constants(low *L, ir_type plain, LLVMMetadataRef di, bool *constant, unsigned depth) {
  di = without_names(L, di, constant);
  if (!di || depth > LOW_DEPTH_MAX || LLVMGetMetadataKind(di) != LLVMDICompositeTypeMetadataKind) return plain;
  const ir_type_info *info = ir_type_get(L->out, plain);
  uint16_t tag = LLVMGetDINodeTag(di);
  if (tag == TAG_ARRAY && info->kind == IR_TYPE_ARRAY) {
    uint64_t count = info->count;
    ir_type elem = info->elem;
    bool nested = ir_type_get(L->out, elem)->kind == IR_TYPE_ARRAY;  // one entry describes all dimensions
    ir_type made = with_constants(L, elem, nested ? di : low_di_operand(L, di, OPERAND_BASE), constant, depth + 1);
    return made.id == elem.id ? plain : ir_type_array(L->out, made, count);
  }
  if (info->kind != IR_TYPE_RECORD || !is_record(L, di)) return plain;
  if (LLVMDITypeGetSizeInBits(di) < info->size * 8) return plain;  // bases may be smaller: others use their padding
  uint64_t known;
  if (map64_get(&L->const_types, plain.id, &known)) return (ir_type){(uint32_t)known};
  ir_type made = record_with_constants(L, plain, di, depth);
  map64_put(&L->const_types, plain.id, made.id);
  return made;
}

// Before main, or in a function of which the object is a static variable.
static bool is_where_made(LLVMValueRef instruction, bool of_function) {
  size_t len;
  const char *f = LLVMGetValueName2(LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)), &len);
  return of_function || str_starts(f, "__cxx_global_var_init");
}

// Is an object of a class filled by others than constructors?
static bool is_filled_by_name(low *L, LLVMValueRef object, bool of_function, unsigned depth) {
  for (LLVMUseRef u = LLVMGetFirstUse(object); u && depth < LOW_DEPTH_MAX; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAInstruction(user) && !is_where_made(user, of_function)) continue;
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    bool part = LLVMIsAGetElementPtrInst(user) ||
                (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == object) return true;
    if (call &&
        (is_given_to_fill(L, user, object) || (LLVMIsAIntrinsicInst(user) && LLVMGetOperand(user, 0) == object)))
      return true;
    if (part && is_filled_by_name(L, user, of_function, depth + 1)) return true;
  }
  return false;
}

ir_type low_defined_type(low *L, LLVMValueRef g, LLVMMetadataRef di) {
  ir_type plain = low_memory_type(L, LLVMGlobalGetValueType(g), di);
  bool ignored = false;
  LLVMMetadataRef class = di ? without_names(L, di, &ignored) : NULL;
  bool array = class && LLVMGetMetadataKind(class) == LLVMDICompositeTypeMetadataKind &&
               LLVMGetDINodeTag(class) == TAG_ARRAY;
  if (array) class = without_names(L, low_di_operand(L, class, OPERAND_BASE), &ignored);
  if (!plain.id || !class) return plain;
  bool of_cxx = LLVMGetMetadataKind(class) == LLVMDICompositeTypeMetadataKind && is_of_cxx(L, class);
  size_t len;
  bool of_function = str_starts(LLVMGetValueName2(g, &len), "_ZZ");
  return of_cxx && is_filled_by_name(L, g, of_function, 0) ? plain : with_constants(L, plain, di, &ignored, 0);
}

// Does the variable have the class of the whole place? Its writes are known as those of C are, and those of constructors have marks.
static bool is_object(low *L, LLVMMetadataRef di, LLVMTypeRef t) {
  bool ignored = false;
  if (LLVMGetTypeKind(t) != LLVMStructTypeKind && LLVMGetTypeKind(t) != LLVMArrayTypeKind) return false;
  di = without_names(L, di, &ignored);
  for (unsigned steps = 0; di && steps < LOW_DEPTH_MAX; steps++) {
    if (LLVMGetMetadataKind(di) != LLVMDICompositeTypeMetadataKind) return false;
    if (LLVMGetDINodeTag(di) != TAG_ARRAY) return is_own_class(L, di);
    di = without_names(L, low_di_operand(L, di, OPERAND_BASE), &ignored);
  }
  return false;
}

ir_type low_local_type(low *L, LLVMValueRef alloca) {
  LLVMTypeRef t = LLVMGetAllocatedType(alloca);
  LLVMMetadataRef di = low_variable_type(L, alloca);
  bool ignored = false;
  ir_type plain = low_memory_type(L, t, di);
  if (!di || !plain.id || (!describes(L, di, t, &ignored) && !is_object(L, di, t))) return plain;
  bool known = is_of_program(L, alloca) && is_written_by_name(L, alloca, 0);
  return known ? with_constants(L, plain, di, &ignored, 0) : plain;
}

static bool is_store_to(LLVMValueRef i, LLVMValueRef object) {
  return LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == object;
}

static LLVMValueRef first_store(LLVMValueRef alloca) {
  LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_store_to(i, alloca)) return i;
  return NULL;
}

bool low_is_rewritten_constant(low *L, LLVMValueRef alloca) {
  unsigned n = 0;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u && n < 2; u = LLVMGetNextUse(u))
    n += is_store_to(LLVMGetUser(u), alloca);
  return n > 1 && low_is_readonly(L, alloca);
}

static bool is_guarded(low *L, LLVMValueRef alloca) {
  if (low_is_readonly(L, alloca)) return true;
  ir_type t = low_local_type(L, alloca);
  return t.id && ir_type_get(L->out, t)->has_const;
}

// Nothing may be made in its place.
static bool is_constant_object(low *L, LLVMValueRef to) {
  while (LLVMIsAConstantExpr(to)) to = LLVMGetOperand(to, 0);
  if (LLVMIsAGlobalVariable(to)) return low_is_readonly_global(L, to);
  return LLVMIsAAllocaInst(to) && low_is_readonly(L, to);
}

uint32_t low_init_flag(low *L, LLVMValueRef write, LLVMValueRef to) {
  if (has_mark(L, write, LLVM_MARK_INIT)) return IR_INIT;
  while (LLVMIsAGetElementPtrInst(to)) to = LLVMGetOperand(to, 0);
  if (has_mark(L, write, LLVM_MARK_AGAIN) && !is_constant_object(L, to)) return IR_INIT;
  if (!LLVMIsAAllocaInst(to) || is_literal(to) || !is_guarded(L, to)) return 0;
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(to));
  bool parts = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
  bool initial = parts ? low_is_in_declaration(L, write, to) : first_store(to) == write;
  return initial ? IR_INIT : 0;
}
