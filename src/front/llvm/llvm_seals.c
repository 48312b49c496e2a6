// What becomes a constant while the program runs: constant objects of classes of C++ behind their constructors, until they are destroyed, and
// constant members behind the constructors of their classes. Each gets a call of __allways_seal there, and one of __allways_unseal where it is made
// (the memory may have held another one) and where its destructor begins.
//
// Objects of which all initial writes are known have marks instead (llvm_constants.c), and are left out here. So are classes of the library that are not known to
// leave constant objects alone, and all members that are `mutable`.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map64.h"
#include "base/mem.h"
#include "base/place.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum {
  TAG_ARRAY = 0x01,
  TAG_CLASS = 0x02,
  TAG_MEMBER = 0x0d,
  TAG_STRUCTURE = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17
};
enum { TAG_INHERITANCE = 0x1c, TAG_CONST = 0x26, TAG_VOLATILE = 0x35 };
enum {
  OPERAND_FILE = 0,
  OPERAND_SCOPE = 1,
  OPERAND_NAME = 2,
  OPERAND_BASE = 3,
  OPERAND_ELEMENTS = 4,
  OPERAND_IDENTIFIER = 7
};
enum { DEEPEST = 16, CHANGES_NOT = 1, CHANGES = 2 };

typedef struct range {
  uint64_t offset, size;
} range;
typedef VEC(range) range_vec;

typedef struct seals {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMBuilderRef b;
  llvm_source source;
  map64 changes;  // class -> may something in a constant object of it change?
} seals;

static LLVMMetadataRef operand(const seals *s, LLVMMetadataRef node, unsigned index) {
  LLVMValueRef found = node ? llvm_operand_of(LLVMMetadataAsValue(s->context, node), index) : NULL;
  return found ? LLVMValueAsMetadata(found) : NULL;
}

static const char *text_of(const seals *s, LLVMMetadataRef node, unsigned index) {
  unsigned len;
  LLVMMetadataRef found = operand(s, node, index);
  return found ? LLVMGetMDString(LLVMMetadataAsValue(s->context, found), &len) : NULL;
}

static uint16_t tag_of(LLVMMetadataRef type) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(type);
  bool tagged = kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDIDerivedTypeMetadataKind;
  return tagged ? LLVMGetDINodeTag(type) : 0;
}

// Without other names and qualifiers.
static LLVMMetadataRef bare(const seals *s, LLVMMetadataRef type, bool *constant) {
  for (int k = 0; type && k < DEEPEST; k++) {
    uint16_t tag = tag_of(type);
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE) return type;
    *constant |= tag == TAG_CONST;
    type = operand(s, type, OPERAND_BASE);
  }
  return NULL;
}

// And of arrays the element.
static LLVMMetadataRef element(const seals *s, LLVMMetadataRef type, bool *constant) {
  type = bare(s, type, constant);
  for (int k = 0; type && tag_of(type) == TAG_ARRAY && k < DEEPEST; k++)
    type = bare(s, operand(s, type, OPERAND_BASE), constant);
  return type;
}

static bool is_class(LLVMMetadataRef type) {
  uint16_t tag = type ? tag_of(type) : 0;
  return tag == TAG_STRUCTURE || tag == TAG_CLASS || tag == TAG_UNION;
}

static bool is_of_library(const seals *s, LLVMMetadataRef class) {
  LLVMMetadataRef file = operand(s, class, OPERAND_FILE);
  unsigned len = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
  return !name || !len || place_in_library(name);
}

// Classes of the library whose constant objects change nothing inside of themselves. std::function is none: what it holds may change itself.
static bool keeps_constant(const seals *s, LLVMMetadataRef class) {
  static const char *const known[] = {"array",
                                      "atomic",
                                      "basic_string",
                                      "basic_string_view",
                                      "bitset",
                                      "complex",
                                      "deque",
                                      "duration",
                                      "forward_list",
                                      "initializer_list",
                                      "list",
                                      "map",
                                      "multimap",
                                      "multiset",
                                      "optional",
                                      "pair",
                                      "set",
                                      "shared_ptr",
                                      "span",
                                      "time_point",
                                      "tuple",
                                      "unique_ptr",
                                      "unordered_map",
                                      "unordered_multimap",
                                      "unordered_multiset",
                                      "unordered_set",
                                      "variant",
                                      "vector",
                                      "weak_ptr"};
  const char *name = text_of(s, class, OPERAND_NAME);
  size_t len = name ? strcspn(name, "<") : 0;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    if (strlen(known[k]) == len && strncmp(name, known[k], len) == 0) return true;
  return false;
}

static bool may_change(seals *s, LLVMMetadataRef type, bool in_library, int depth);

static bool member_may_change(seals *s, LLVMMetadataRef class, LLVMMetadataRef e, bool library, int depth) {
  uint16_t tag = tag_of(e);
  if (tag != TAG_MEMBER && tag != TAG_INHERITANCE) return false;
  if (LLVMDITypeGetFlags(e) & (LLVMDIFlagStaticMember | LLVMDIFlagArtificial)) return false;
  if (LLVMDITypeGetFlags(e) & LLVMDIFlagVirtual) return true;
  LLVMMetadataRef file = operand(s, class, OPERAND_FILE);
  if (tag == TAG_MEMBER && llvm_may_be_mutable(&s->source, file, LLVMDITypeGetLine(e))) return true;
  return may_change(s, operand(s, e, OPERAND_BASE), library, depth - 1);
}

static bool may_change(seals *s, LLVMMetadataRef type, bool in_library, int depth) {
  bool ignored = false;
  type = element(s, type, &ignored);
  if (!type || !depth) return true;
  if (!is_class(type)) return false;
  bool library = is_of_library(s, type);
  if (library && !in_library && !keeps_constant(s, type)) return true;
  uint64_t known = 0, key = (uint64_t)(uintptr_t)type;
  if (map64_get(&s->changes, key, &known)) return known == CHANGES;
  LLVMMetadataRef elements = operand(s, type, OPERAND_ELEMENTS), e;
  bool found = !elements || !operand(s, type, OPERAND_FILE);
  for (unsigned k = 0; !found && (e = operand(s, elements, k)); k++)
    found = member_may_change(s, type, e, library, depth);
  map64_put(&s->changes, key, found ? CHANGES : CHANGES_NOT);
  return found;
}

// --- what is constant

static void add_object(seals *s, LLVMMetadataRef type, uint64_t offset, range_vec *out, int depth) {
  bool ignored = false;
  type = bare(s, type, &ignored);
  if (!type || !depth) return;
  if (!may_change(s, type, false, DEEPEST)) {
    vec_push(out, ((range){offset, LLVMDITypeGetSizeInBits(type) / 8}));
    return;
  }
  if (!is_class(type) || tag_of(type) == TAG_UNION || is_of_library(s, type)) return;
  LLVMMetadataRef elements = operand(s, type, OPERAND_ELEMENTS), e;
  for (unsigned k = 0; elements && (e = operand(s, elements, k)); k++) {
    bool part = tag_of(e) == TAG_MEMBER || tag_of(e) == TAG_INHERITANCE;
    LLVMDIFlags not = LLVMDIFlagStaticMember | LLVMDIFlagVirtual | LLVMDIFlagBitField | LLVMDIFlagArtificial;
    if (!part || LLVMDITypeGetFlags(e) & not ) continue;
    LLVMMetadataRef file = operand(s, type, OPERAND_FILE);
    if (tag_of(e) == TAG_MEMBER && llvm_may_be_mutable(&s->source, file, LLVMDITypeGetLine(e))) continue;
    add_object(s, operand(s, e, OPERAND_BASE), offset + LLVMDITypeGetOffsetInBits(e) / 8, out, depth - 1);
  }
}

static void add_members(seals *s, LLVMMetadataRef class, range_vec *out) {
  LLVMMetadataRef elements = operand(s, class, OPERAND_ELEMENTS), e;
  for (unsigned k = 0; elements && (e = operand(s, elements, k)); k++) {
    bool constant = false;
    if (tag_of(e) != TAG_MEMBER || LLVMDITypeGetFlags(e) & (LLVMDIFlagStaticMember | LLVMDIFlagBitField)) continue;
    LLVMMetadataRef type = operand(s, e, OPERAND_BASE);
    element(s, type, &constant);
    if (constant) add_object(s, type, LLVMDITypeGetOffsetInBits(e) / 8, out, DEEPEST);
  }
}

// --- calls

static void call_model(const seals *s, const char *name, LLVMValueRef pointer, range r, int kind) {
  LLVMTypeRef word = LLVMInt64TypeInContext(s->context);
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(s->context, 0), word, LLVMInt32TypeInContext(s->context)};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->context), types, 3, false);
  LLVMValueRef f = LLVMGetNamedFunction(s->m, name);
  if (!f) f = LLVMAddFunction(s->m, name, type);
  LLVMTypeRef byte = LLVMInt8TypeInContext(s->context);
  LLVMValueRef offset = LLVMConstInt(word, r.offset, false);
  LLVMValueRef at = r.offset ? LLVMBuildInBoundsGEP2(s->b, byte, pointer, &offset, 1, "") : pointer;
  LLVMValueRef args[] = {at, LLVMConstInt(word, r.size, false), LLVMConstInt(types[2], (unsigned)kind, false)};
  LLVMBuildCall2(s->b, type, f, args, 3, "");
}

static void seal(const seals *s, LLVMValueRef pointer, const range_vec *of, int kind) {
  for (size_t k = 0; k < of->len; k++) call_model(s, "__allways_seal", pointer, of->data[k], kind);
}

static void unseal(const seals *s, LLVMValueRef pointer, uint64_t size) {
  call_model(s, "__allways_unseal", pointer, (range){0, size}, LLVM_SEAL_OBJECT);
}

static void put_before(const seals *s, LLVMValueRef i) {
  LLVMPositionBuilderBefore(s->b, i);
  LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(i));
}

// False: other ways lead there, too.
static bool put_behind(const seals *s, LLVMValueRef call) {
  if (LLVMIsAInvokeInst(call)) {
    LLVMValueRef normal = LLVMBasicBlockAsValue(LLVMGetNormalDest(call));
    LLVMUseRef first = LLVMGetFirstUse(normal);
    if (!first || LLVMGetNextUse(first)) return false;
  }
  llvm_put_behind(s->b, call);
  LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(call));
  return true;
}

// --- constructors and destructors

static bool is_call(LLVMValueRef i) { return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i); }

static LLVMValueRef called(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  f = LLVMIsAGlobalAlias(f) ? LLVMAliasGetAliasee(f) : f;
  return LLVMIsAFunction(f) ? f : NULL;
}

// Behind "_ZN1S" of "_ZN1SC2Ei"; NULL: no member of the class, which has this identifier ("_ZTS1S", "_ZTSN1a1SE").
static const char *member_name(const char *name, const char *identifier) {
  static const char TYPE[] = "_ZTS", NESTED[] = "_ZN";
  if (!identifier || !str_starts(identifier, TYPE) || !str_starts(name, NESTED)) return NULL;
  identifier += strlen(TYPE);
  size_t len = strlen(identifier);
  if (*identifier == 'N' && identifier[len - 1] == 'E') {
    identifier++;
    len -= 2;
  }
  return strncmp(name + strlen(NESTED), identifier, len) == 0 ? name + strlen(NESTED) + len : NULL;
}

static bool is_number(char ch) { return ch == '1' || ch == '2'; }
static bool names_constructor(const char *n) {
  return n && ((n[0] == 'C' && is_number(n[1])) || (n[0] == 'C' && n[1] == 'I' && is_number(n[2])));
}
static bool names_destructor(const char *n) { return n && n[0] == 'D' && is_number(n[1]); }

// "S" in "_ZN1SC2Ei" by what the debugger is told: for classes that other files cannot name.
static const char *own_name(const seals *s, LLVMValueRef f, LLVMMetadataRef class) {
  size_t len;
  const char *name = LLVMGetValueName2(f, &len), *identifier = text_of(s, class, OPERAND_IDENTIFIER);
  const char *found = member_name(name, identifier);
  LLVMMetadataRef told = LLVMGetSubprogram(f);
  if (found || !told || operand(s, told, OPERAND_SCOPE) != class) return found;
  static const char *const parts[] = {"EC1E", "EC2E", "C1E", "C2E", "CI1E", "CI2E", "D1Ev", "D2Ev"};
  for (size_t k = 0; k < sizeof parts / sizeof parts[0] && !found; k++) found = strstr(name, parts[k]);
  return found && *found == 'E' ? found + 1 : found;
}

static LLVMMetadataRef class_of(const seals *s, LLVMValueRef f) {
  LLVMMetadataRef told = LLVMGetSubprogram(f), class = told ? operand(s, told, OPERAND_SCOPE) : NULL;
  return class && is_class(class) && tag_of(class) != TAG_UNION && !is_of_library(s, class) ? class : NULL;
}

static bool is_return(LLVMValueRef i) { return i && LLVMIsAReturnInst(i); }

// A constructor of a class with constant members seals them, its destructor lets them go.
static void seal_members(seals *s, LLVMValueRef f) {
  LLVMMetadataRef class = class_of(s, f);
  const char *own = class && LLVMCountParams(f) ? own_name(s, f, class) : NULL;
  range_vec members = {0};
  if (names_constructor(own) || names_destructor(own)) add_members(s, class, &members);
  uint64_t size = members.len ? LLVMDITypeGetSizeInBits(class) / 8 : 0;
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); size && names_constructor(own) && k;
       k = LLVMGetNextBasicBlock(k)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(k);
    if (!is_return(end)) continue;
    put_before(s, end);
    seal(s, LLVMGetParam(f, 0), &members, LLVM_SEAL_MEMBER);
  }
  if (size) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    while (LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(s->b, first);
    LLVMMetadataRef told = LLVMGetSubprogram(f);
    LLVMSetCurrentDebugLocation2(
        s->b, LLVMDIBuilderCreateDebugLocation(s->context, LLVMDISubprogramGetLine(told), 0, told, NULL));
    unseal(s, LLVMGetParam(f, 0), size);
  }
  vec_free(&members);
}

// --- objects

static bool gives_result(LLVMValueRef call) {
  static const char SRET[] = "sret";
  return LLVMGetCallSiteEnumAttribute(call, 1, LLVMGetEnumAttributeKindForName(SRET, strlen(SRET)));
}

typedef VEC(LLVMValueRef) call_vec;

// The calls that the object is the first argument of.
static void find_calls(LLVMValueRef object, call_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (is_call(i) && LLVMGetNumArgOperands(i) && LLVMGetOperand(i, 0) == object) vec_push(out, i);
  }
}

static LLVMValueRef ending(const seals *s, LLVMValueRef object, uint64_t size, LLVMValueRef destructor) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(s->context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->context), &pointer, 1, false);
  LLVMValueRef f = LLVMAddFunction(s->m, "allways_end_constant", type);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(s->context, f, ""));
  LLVMSetCurrentDebugLocation2(s->b, NULL);
  unseal(s, object, size);
  LLVMValueRef arg = LLVMGetParam(f, 0);
  LLVMBuildCall2(s->b, LLVMGlobalGetValueType(destructor), destructor, &arg, 1, "");
  LLVMBuildRetVoid(s->b);
  return f;
}

static bool is_pair(const seals *s, LLVMMetadataRef class) {
  static const char PAIR[] = "pair<";
  const char *name = text_of(s, class, OPERAND_NAME);
  return name && str_starts(name, PAIR) && is_of_library(s, class);
}

// Of a variable with this class: its constructors (or functions that return it) seal it, its destructor lets it go.
static void seal_object(seals *s, LLVMValueRef object, LLVMMetadataRef class, bool constant) {
  range_vec parts = {0};
  call_vec calls = {0};
  uint64_t size = LLVMDITypeGetSizeInBits(class) / 8;
  if (constant) add_object(s, class, 0, &parts, DEEPEST);
  if (!constant && is_pair(s, class)) add_members(s, class, &parts);
  find_calls(object, &calls);
  for (size_t k = 0; parts.len && k < calls.len; k++) {
    LLVMValueRef i = calls.data[k], f = called(i);
    const char *own = f ? own_name(s, f, class) : NULL;
    bool makes = names_constructor(own) || gives_result(i);
    if (!makes && !names_destructor(own)) continue;
    if (makes && put_behind(s, i)) seal(s, object, &parts, LLVM_SEAL_OBJECT);
    put_before(s, i);
    unseal(s, object, size);
  }
  vec_free(&parts);
  vec_free(&calls);
}

static void seal_end(const seals *s, LLVMValueRef object, uint64_t size) {
  size_t len;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!f || strcmp(LLVMGetValueName2(f, &len), "__cxa_atexit") != 0 || LLVMGetOperand(i, 1) != object) continue;
    LLVMValueRef destructor = LLVMGetOperand(i, 0);
    if (LLVMIsAGlobalAlias(destructor)) destructor = LLVMAliasGetAliasee(destructor);
    if (LLVMIsAFunction(destructor)) LLVMSetOperand(i, 0, ending(s, object, size, destructor));
  }
}

static bool has_mark(const seals *s, LLVMValueRef i) {
  return LLVMGetMetadata(i, LLVMGetMDKindIDInContext(s->context, LLVM_MARK_CONST, strlen(LLVM_MARK_CONST))) != NULL;
}

static void seal_local(seals *s, LLVMValueRef declare) {
  LLVMValueRef object = llvm_declared_variable(declare);
  bool constant = false;
  if (object && llvm_is_result(object)) return;
  if (!object || LLVMGetTypeKind(LLVMGetAllocatedType(object)) != LLVMStructTypeKind || has_mark(s, object)) return;
  LLVMMetadataRef type = operand(s, LLVMValueAsMetadata(LLVMGetOperand(declare, 1)), OPERAND_BASE);
  LLVMMetadataRef class = type ? bare(s, type, &constant) : NULL;
  if (class && is_class(class)) seal_object(s, object, class, constant);
}

static bool global_has_mark(const seals *s, LLVMValueRef g) {
  size_t n;
  bool found = false;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  unsigned kind = LLVMGetMDKindIDInContext(s->context, LLVM_MARK_CONST, strlen(LLVM_MARK_CONST));
  for (size_t k = 0; k < n && !found; k++) found = LLVMValueMetadataEntriesGetKind(all, (unsigned)k) == kind;
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

// The type that the debugger is told of.
static LLVMMetadataRef global_type(const seals *s, LLVMValueRef g) {
  size_t n;
  LLVMMetadataRef found = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  for (size_t k = 0; k < n && !found; k++) {
    LLVMMetadataRef told = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)k);
    if (LLVMGetMetadataKind(told) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = operand(s, LLVMDIGlobalVariableExpressionGetVariable(told), OPERAND_BASE);
  }
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

static void seal_global(seals *s, LLVMValueRef g) {
  bool constant = false;
  if (LLVMIsThreadLocal(g) || LLVMIsGlobalConstant(g) || global_has_mark(s, g)) return;
  LLVMMetadataRef type = global_type(s, g), class = type ? bare(s, type, &constant) : NULL;
  if (!class || !is_class(class)) return;
  seal_object(s, g, class, constant);
  if (constant) seal_end(s, g, LLVMDITypeGetSizeInBits(class) / 8);
}

// --- what new-expressions make without a constructor

static bool is_inside(LLVMValueRef p, LLVMValueRef object) {
  while (LLVMIsAGetElementPtrInst(p)) p = LLVMGetOperand(p, 0);
  return p == object;
}

// Does it give the object, or a part of it, its value?
static bool initialises(LLVMValueRef i, LLVMValueRef object) {
  if (LLVMIsAGetElementPtrInst(i)) return true;
  if (LLVMIsAStoreInst(i)) return is_inside(LLVMGetOperand(i, 1), object) && LLVMGetOperand(i, 0) != object;
  return is_call(i) && LLVMGetNumArgOperands(i) && is_inside(LLVMGetOperand(i, 0), object);
}

static bool mentions(LLVMValueRef i, LLVMValueRef object) {
  for (int k = 0; k < LLVMGetNumOperands(i); k++)
    if (LLVMGetOperand(i, (unsigned)k) == object) return true;
  return false;
}

static bool is_noted(LLVMValueRef i) {
  static const char NOTE[] = "__allways_made_";
  size_t len;
  return LLVMIsACallInst(i) && str_starts(LLVMGetValueName2(LLVMGetCalledValue(i), &len), NOTE);
}

// The first use of the pointer that does not fill the object, on the one way that leads from where it is made. NULL: not found.
static LLVMValueRef first_use(LLVMValueRef made) {
  LLVMValueRef i = made;
  for (;;) {
    if (LLVMIsAInvokeInst(i)) {
      LLVMValueRef next = LLVMBasicBlockAsValue(LLVMGetNormalDest(i));
      LLVMUseRef from = LLVMGetFirstUse(next);
      if (!from || LLVMGetNextUse(from)) return NULL;
      i = LLVMGetFirstInstruction(LLVMGetNormalDest(i));
    } else {
      i = LLVMGetNextInstruction(i);
    }
    if (!i || LLVMIsAPHINode(i)) return NULL;
    if (mentions(i, made) && !initialises(i, made) && !is_noted(i)) return i;
  }
}

static bool is_constructed(const seals *s, LLVMValueRef made, LLVMMetadataRef class) {
  call_vec calls = {0};
  bool found = false;
  find_calls(made, &calls);
  for (size_t k = 0; k < calls.len && !found; k++) {
    LLVMValueRef f = called(calls.data[k]);
    found = f && names_constructor(own_name(s, f, class));
  }
  vec_free(&calls);
  return found;
}

// `new S{1, 2}`: nobody else writes what is behind the list.
static void seal_made(seals *s, LLVMValueRef made) {
  static const char SITE[] = "heapallocsite";
  LLVMValueRef site = LLVMGetMetadata(made, LLVMGetMDKindIDInContext(s->context, SITE, strlen(SITE)));
  bool constant = false;
  LLVMMetadataRef class = site && LLVMIsAMDNode(site) ? bare(s, LLVMValueAsMetadata(site), &constant) : NULL;
  if (!class || constant || !is_class(class) || tag_of(class) == TAG_UNION || is_of_library(s, class)) return;
  range_vec members = {0};
  add_members(s, class, &members);
  LLVMValueRef use = members.len && !is_constructed(s, made, class) ? first_use(made) : NULL;
  if (use) put_before(s, use);
  if (use) seal(s, made, &members, LLVM_SEAL_MEMBER);
  vec_free(&members);
}

static void seal_function(seals *s, LLVMValueRef f) {
  call_vec declares = {0}, made = {0};
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsADbgDeclareInst(i))
        vec_push(&declares, i);
      else if (llvm_makes_one(i))
        vec_push(&made, i);
  for (size_t k = 0; k < declares.len; k++) seal_local(s, declares.data[k]);
  for (size_t k = 0; k < made.len; k++) seal_made(s, made.data[k]);
  vec_free(&declares);
  vec_free(&made);
  seal_members(s, f);
}

// Locals of coroutines move into their frames.
static bool is_coroutine(LLVMValueRef f) {
  static const char SPLIT[] = "presplitcoroutine";
  unsigned kind = LLVMGetEnumAttributeKindForName(SPLIT, strlen(SPLIT));
  return LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

void llvm_seal_constants(LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  if (!LLVMGetNamedMetadata(m, LLVM_MARK_CXX, strlen(LLVM_MARK_CXX))) return;
  seals s = {.m = m, .context = context, .b = LLVMCreateBuilderInContext(context)};
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) seal_global(&s, g);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMMetadataRef told = LLVMGetFirstBasicBlock(f) ? LLVMGetSubprogram(f) : NULL;
    LLVMMetadataRef file = told ? LLVMDIScopeGetFile(told) : NULL;
    unsigned len = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
    if (name && len && !place_in_library(name) && !is_coroutine(f)) seal_function(&s, f);
  }
  LLVMDisposeBuilder(s.b);
  map64_fini(&s.changes);
  llvm_drop_source(&s.source);
}
