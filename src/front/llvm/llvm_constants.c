// Constant objects of C++ classes, which constructors write to. LLVM does not know that they are constants; what clang tells the debugger does,
// and for variables of the program that nothing destroys llvm.invariant.start.
//
// An object is a constant here only if all that may initialise it is known: constructors, destructors and functions that are given the place of
// their result, if they hand the object to no function but such ones and methods that do the same, or writes to its own name. These writes are
// marked; the others are writes to a constant. Where anything else may take part the object is taken for one that may be written.
// Members that are `mutable` are not told to the debugger: the line of the member in the source tells.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map64.h"
#include "base/mem.h"
#include "base/place.h"
#include "base/str.h"
#include "front/llvm/llvm_link.h"

enum {
  TAG_ARRAY = 0x01,
  TAG_CLASS = 0x02,
  TAG_ENUMERATION = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_STRUCTURE = 0x13,
  TAG_TYPEDEF = 0x16
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
enum { DEEPEST = 12, NAMES = 4 };
enum { FILLS_NOT = 1, FILLS = 2 };

typedef struct constants {
  LLVMContextRef context;
  map64 fills;         // function -> FILLS, FILLS_NOT
  llvm_source source;  // of the file that was read last
} constants;

// --- classes

static LLVMMetadataRef operand(LLVMMetadataRef node, unsigned index, const constants *c) {
  LLVMValueRef found = node ? llvm_operand_of(LLVMMetadataAsValue(c->context, node), index) : NULL;
  return found ? LLVMValueAsMetadata(found) : NULL;
}

static uint16_t tag_of(LLVMMetadataRef type) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(type);
  bool tagged = kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDIDerivedTypeMetadataKind;
  return tagged ? LLVMGetDINodeTag(type) : 0;
}

// The type without other names, arrays and qualifiers.
static LLVMMetadataRef bare(const constants *c, LLVMMetadataRef type, bool *constant) {
  for (int k = 0; type && k < DEEPEST; k++) {
    uint16_t tag = tag_of(type);
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_ARRAY) return type;
    *constant |= tag == TAG_CONST;
    type = operand(type, OPERAND_BASE, c);
  }
  return NULL;
}

static bool read_source(constants *c, LLVMMetadataRef file) {
  return llvm_read_source(&c->source, file) && !c->source.library;
}

// Of the program: what the library does with its classes is not looked at here. std::array has no constructors.
static bool is_known(constants *c, LLVMMetadataRef class, LLVMMetadataRef file) {
  unsigned len;
  LLVMMetadataRef name = operand(class, OPERAND_NAME, c);
  const char *text = name ? LLVMGetMDString(LLVMMetadataAsValue(c->context, name), &len) : "";
  return llvm_read_source(&c->source, file) && (!c->source.library || str_starts(text, "array<"));
}

// All of an object of the type is constant if the object is.
static bool is_plain(constants *c, LLVMMetadataRef type, int depth) {
  bool constant = false;
  type = bare(c, type, &constant);
  if (!type || !depth) return false;
  if (LLVMGetMetadataKind(type) != LLVMDICompositeTypeMetadataKind || tag_of(type) == TAG_ENUMERATION) return true;
  if (tag_of(type) != TAG_STRUCTURE && tag_of(type) != TAG_CLASS) return false;
  LLVMMetadataRef elements = operand(type, OPERAND_ELEMENTS, c), file = operand(type, OPERAND_FILE, c), e;
  if (!elements || !file || !is_known(c, type, file)) return false;
  for (unsigned k = 0; (e = operand(elements, k, c)); k++) {
    uint16_t tag = tag_of(e);
    if (tag != TAG_MEMBER && tag != TAG_INHERITANCE) continue;
    if (LLVMDITypeGetFlags(e) & (LLVMDIFlagStaticMember | LLVMDIFlagArtificial)) continue;
    if (LLVMDITypeGetFlags(e) & LLVMDIFlagVirtual) return false;
    if (!is_plain(c, operand(e, OPERAND_BASE, c), depth - 1)) return false;
    if (tag == TAG_MEMBER && llvm_may_be_mutable(&c->source, file, LLVMDITypeGetLine(e))) return false;
  }
  return true;
}

// --- what initialises

static void mark(const constants *c, LLVMValueRef instruction, const char *kind) {
  unsigned id = LLVMGetMDKindIDInContext(c->context, kind, (unsigned)strlen(kind));
  LLVMSetMetadata(instruction, id, LLVMMetadataAsValue(c->context, LLVMMDNodeInContext2(c->context, NULL, 0)));
}

// Of a variable of the program the place inside of it may be a constant.
static bool is_part(LLVMValueRef v) {
  return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static bool is_call(LLVMValueRef i) { return LLVMIsACallInst(i) || LLVMIsAInvokeInst(i); }

static LLVMValueRef called(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  return LLVMIsAGlobalAlias(f) ? LLVMAliasGetAliasee(f) : f;
}

// "_ZN1SC2Ei", "_ZN1SD1Ev": constructors and destructors. Another name that looks like one does no harm: it is asked who writes to constants.
static bool is_structor(LLVMValueRef f) {
  static const char *const parts[] = {"C1", "C2", "CI1", "CI2", "D1", "D2"};
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  bool found = false;
  for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) found |= strstr(name, parts[k]) != NULL;
  return found && str_starts(name, "_ZN") && !str_starts(name, "_ZNK");
}

static bool writes_to(LLVMValueRef i, LLVMValueRef pointer) {
  if (LLVMIsAStoreInst(i)) return LLVMGetOperand(i, 1) == pointer;
  size_t len;
  const char *name = LLVMIsACallInst(i) ? LLVMGetValueName2(LLVMGetCalledValue(i), &len) : "";
  return str_starts(name, "llvm.mem") && LLVMGetOperand(i, 0) == pointer;
}

static bool only_fills(constants *c, LLVMValueRef pointer, int depth);

// A place that the pointer is kept in: it is read there, and goes nowhere else.
static bool only_keeps(constants *c, LLVMValueRef slot, int depth) {
  if (!LLVMIsAAllocaInst(slot)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (LLVMIsALoadInst(i)    ? !only_fills(c, i, depth)
        : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) != slot
                              : !is_call(i) || !LLVMIsAIntrinsicInst(i))
      return false;
  }
  return true;
}

// Is the first parameter the place of the result?
static bool gives_result(LLVMValueRef f) {
  static const char SRET[] = "sret";
  unsigned kind = LLVMGetEnumAttributeKindForName(SRET, strlen(SRET));
  return LLVMCountParams(f) && LLVMGetEnumAttributeAtIndex(f, 1, kind);
}

// Does the function give the object that is its first argument to none but its like? A constructor, what it calls, or one that returns an object.
static bool fills(constants *c, LLVMValueRef f, int depth) {
  uint64_t known = 0, key = (uint64_t)(uintptr_t)f;
  if (!depth || !LLVMIsAFunction(f) || !LLVMGetFirstBasicBlock(f) || !LLVMCountParams(f)) return false;
  if (LLVMGetLinkage(f) == LLVMWeakAnyLinkage) return false;  // another file may have another one
  if (map64_get(&c->fills, key, &known)) return known == FILLS;
  map64_put(&c->fills, key, FILLS_NOT);  // to those that it calls and that call it
  bool found = only_fills(c, LLVMGetParam(f, 0), depth - 1);
  map64_put(&c->fills, key, found ? FILLS : FILLS_NOT);
  return found;
}

static bool is_given_only_as_object(LLVMValueRef call, LLVMValueRef pointer) {
  for (unsigned k = 1; k < LLVMGetNumArgOperands(call); k++)
    if (LLVMGetOperand(call, k) == pointer) return false;
  return true;
}

// A constructor may call other functions of classes. What others call fills objects later, too.
static bool is_like(LLVMValueRef f, LLVMValueRef caller) {
  size_t len;
  if (!LLVMIsAFunction(f)) return false;
  return is_structor(f) || gives_result(f) || (!gives_result(caller) && str_starts(LLVMGetValueName2(f, &len), "_ZN"));
}

static bool only_fills(constants *c, LLVMValueRef pointer, int depth) {
  for (LLVMUseRef u = depth ? LLVMGetFirstUse(pointer) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    bool ok = LLVMIsALoadInst(i) || LLVMIsAICmpInst(i) || (is_call(i) && LLVMIsAIntrinsicInst(i));
    if (LLVMIsAStoreInst(i)) ok = LLVMGetOperand(i, 1) == pointer || only_keeps(c, LLVMGetOperand(i, 1), depth - 1);
    if (LLVMIsAGetElementPtrInst(i)) ok = only_fills(c, i, depth - 1);
    if (!ok && is_call(i) && is_given_only_as_object(i, pointer)) {
      LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
      ok = called(i) == caller || (is_like(called(i), caller) && fills(c, called(i), depth - 1));
    }
    if (!ok) return false;
  }
  return depth > 0;
}

typedef struct making {
  bool known, constructed;  // all that initialises; a constructor does
} making;

// Of the uses of a variable by its name those that may initialise it.
static void look(constants *c, LLVMValueRef pointer, making *how, int depth) {
  static const char SRET[] = "sret";
  unsigned sret = LLVMGetEnumAttributeKindForName(SRET, strlen(SRET));
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    how->known &= depth > 0 && !LLVMIsAPHINode(i) && !LLVMIsASelectInst(i) && (LLVMIsAInstruction(i) || is_part(i));
    if (is_part(i) && how->known) look(c, i, how, depth - 1);
    if (!is_call(i) || LLVMGetNumArgOperands(i) == 0 || LLVMGetOperand(i, 0) != pointer) continue;
    bool result = LLVMGetCallSiteEnumAttribute(i, 1, sret);
    if (!result && (!LLVMIsAFunction(called(i)) || !is_structor(called(i)))) continue;
    how->known &= fills(c, called(i), DEEPEST);
    how->constructed = true;
  }
}

static void mark_named(const constants *c, LLVMValueRef pointer) {
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (writes_to(i, pointer)) mark(c, i, LLVM_MARK_INIT);
    if (is_part(i)) mark_named(c, i);
  }
}

// The writes of those that fill objects.
static void mark_structor(const constants *c, LLVMValueRef f) {
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef to = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : is_call(i) ? LLVMGetOperand(i, 0) : NULL;
      if (to && writes_to(i, to) && !LLVMIsAAllocaInst(to)) mark(c, i, LLVM_MARK_INIT);
    }
}

// The writes of a function to its result.
static void mark_result(const constants *c, LLVMValueRef pointer, int depth) {
  for (LLVMUseRef u = depth ? LLVMGetFirstUse(pointer) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (writes_to(i, pointer)) mark(c, i, LLVM_MARK_INIT);
    if (is_part(i)) mark_result(c, i, depth - 1);
    if (!LLVMIsAStoreInst(i) || LLVMGetOperand(i, 0) != pointer) continue;
    for (LLVMUseRef k = LLVMGetFirstUse(LLVMGetOperand(i, 1)); k; k = LLVMGetNextUse(k))
      if (LLVMIsALoadInst(LLVMGetUser(k))) mark_result(c, LLVMGetUser(k), depth - 1);
  }
}

// The call of a function that is known to do nothing with the place of its result but to fill it initialises that.
static void judge_call(constants *c, LLVMValueRef call) {
  LLVMValueRef f = called(call);
  if (LLVMIsAFunction(f) && gives_result(f) && fills(c, f, DEEPEST)) mark(c, call, LLVM_MARK_INIT);
}

// --- constant members

// Is a member of the class, or of what it consists of, a constant?
static bool has_constants(const constants *c, LLVMMetadataRef type, int depth) {
  bool constant = false;
  type = bare(c, type, &constant);
  if (!type || !depth || LLVMGetMetadataKind(type) != LLVMDICompositeTypeMetadataKind) return constant;
  if (tag_of(type) != TAG_STRUCTURE && tag_of(type) != TAG_CLASS) return constant;
  LLVMMetadataRef elements = operand(type, OPERAND_ELEMENTS, c), e;
  for (unsigned k = 0; elements && !constant && (e = operand(elements, k, c)); k++) {
    bool part = tag_of(e) == TAG_MEMBER || tag_of(e) == TAG_INHERITANCE;
    if (part && !(LLVMDITypeGetFlags(e) & LLVMDIFlagStaticMember))
      constant = has_constants(c, operand(e, OPERAND_BASE, c), depth - 1);
  }
  return constant;
}

// Constructors initialise the constant members of their classes.
static void judge_constructor(const constants *c, LLVMValueRef f) {
  LLVMMetadataRef s = LLVMGetSubprogram(f), class = s && is_structor(f) ? operand(s, OPERAND_SCOPE, c) : NULL;
  if (class && tag_of(class) && has_constants(c, class, DEEPEST)) mark_structor(c, f);
}

// --- variables

static void judge_local(constants *c, LLVMValueRef declare) {
  LLVMValueRef object = llvm_declared_variable(declare);
  if (object && llvm_is_result(object)) return;
  if (!object || LLVMGetTypeKind(LLVMGetAllocatedType(object)) != LLVMStructTypeKind) return;
  LLVMMetadataRef type = operand(LLVMValueAsMetadata(LLVMGetOperand(declare, 1)), OPERAND_BASE, c);
  bool constant = false;
  LLVMMetadataRef class = type ? bare(c, type, &constant) : NULL;
  making how = {.known = true};
  if (!class || !constant || LLVMGetMetadataKind(class) != LLVMDICompositeTypeMetadataKind) return;
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(object));
  if (!operand(class, OPERAND_IDENTIFIER, c) && !llvm_is_of_cxx(function)) return;
  look(c, object, &how, DEEPEST);
  if (!how.known || !is_plain(c, class, DEEPEST))
    return;  // other writes than constructors' are those of the declaration
  mark(c, object, LLVM_MARK_CONST);
}

// Does the function that has the static variable write to it by its name? After it is initialised, too, perhaps.
static bool is_written_in(LLVMValueRef f, LLVMValueRef pointer) {
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    bool here = LLVMIsAInstruction(i) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) == f;
    if ((here && writes_to(i, pointer)) || ((here || !LLVMIsAInstruction(i)) && is_part(i) && is_written_in(f, i)))
      return true;
  }
  return false;
}

// A variable that is initialised before main, or a static one of a function, and of which clang says that it is a constant then.
static void judge_global(constants *c, LLVMValueRef start) {
  size_t len;
  LLVMValueRef g = LLVMGetOperand(start, 1), f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(start));
  making how = {.known = true};
  if (!LLVMIsAGlobalVariable(g)) return;
  if (!str_starts(LLVMGetValueName2(f, &len), "__cxx_global_var_init") && is_written_in(f, g)) return;
  look(c, g, &how, DEEPEST);
  if (!how.known) return;
  for (LLVMUseRef u = LLVMGetFirstUse(g); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    bool here = LLVMIsAInstruction(i) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) == f;
    if (here && writes_to(i, g)) mark(c, i, LLVM_MARK_INIT);
    if ((here || !LLVMIsAInstruction(i)) && is_part(i)) mark_named(c, i);
  }
  unsigned kind = LLVMGetMDKindIDInContext(c->context, LLVM_MARK_CONST, strlen(LLVM_MARK_CONST));
  LLVMGlobalSetMetadata(g, kind, LLVMMDNodeInContext2(c->context, NULL, 0));
}

// Whoever deletes the object, its destructor writes.
static bool destructors_fill(constants *c, LLVMModuleRef m, LLVMMetadataRef class) {
  enum { PREFIX = 4 };  // "_ZTS"
  unsigned n = 0;
  size_t len;
  LLVMMetadataRef identifier = operand(class, OPERAND_IDENTIFIER, c);
  const char *name = identifier ? LLVMGetMDString(LLVMMetadataAsValue(c->context, identifier), &n) : NULL;
  if (LLVMGetMetadataKind(class) != LLVMDICompositeTypeMetadataKind) return true;
  if (!name || n <= PREFIX || name[PREFIX] == 'N' || name[PREFIX] == 'Z') return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    const char *own = LLVMGetValueName2(f, &len);
    bool of_class = is_structor(f) && str_starts(own + strlen("_ZN"), name + PREFIX);
    if (of_class && !fills(c, f, DEEPEST)) return false;
  }
  return true;
}

// `new const T`: as a local variable, with the pointer for its name.
static void judge_new(constants *c, LLVMModuleRef m, LLVMValueRef made) {
  static const char SITE[] = "heapallocsite", NAME[] = "__allways_made_const";
  LLVMValueRef site = LLVMGetMetadata(made, LLVMGetMDKindIDInContext(c->context, SITE, strlen(SITE)));
  bool constant = false;
  LLVMMetadataRef type = site && LLVMIsAMDNode(site) ? bare(c, LLVMValueAsMetadata(site), &constant) : NULL;
  making how = {.known = constant};
  if (type && constant) look(c, made, &how, DEEPEST);
  if (!type || !how.known || !is_plain(c, type, DEEPEST) || !destructors_fill(c, m, type)) return;
  if (!how.constructed) mark_named(c, made);
  LLVMTypeRef pointer = LLVMTypeOf(made);
  LLVMTypeRef function = LLVMFunctionType(LLVMVoidTypeInContext(c->context), &pointer, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, NAME);
  if (!f) f = LLVMAddFunction(m, NAME, function);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c->context);
  llvm_put_behind(b, made);
  LLVMBuildCall2(b, function, f, &made, 1, "");
  LLVMDisposeBuilder(b);
}

// --- compound literals

// The bracket that is open at a place of a text.
static const char *open_bracket(const char *text, const char *at) {
  for (int depth = 0; at > text; at--) {
    depth += strchr(")]}", at[-1]) ? 1 : strchr("([{", at[-1]) ? -1 : 0;
    if (depth < 0) return at - 1;
    if (at[-1] == ';' || at[-1] == '"' || at[-1] == '\'') return NULL;  // brackets in literals would count
  }
  return NULL;
}

static bool is_word_at(const char *text, const char *p, size_t len) {
  return (p == text || !llvm_is_of_word(p[-1])) && !llvm_is_of_word(p[len]);
}

static bool names_constant(const char *text, const char *from, const char *to, int depth);

// Does this place of the text define the word as a macro or as the name of a type, and does that make it a constant?
static bool defines_constant(const char *text, const char *p, size_t len, int depth, bool *constant) {
  static const char MACRO[] = "#define", NAME[] = "typedef";
  const char *from = p;
  while (from > text && strchr(" \t", from[-1])) from--;
  size_t before = strlen(MACRO);
  if ((size_t)(from - text) >= before && memcmp(from - before, MACRO, before) == 0 && p[len] != '(') {
    *constant = names_constant(text, p + len, p + len + strcspn(p + len, "\n"), depth);
    return true;
  }
  if (p[len + strspn(p + len, " \t\r\n")] != ';') return false;
  while (from > text && !strchr(";{}", from[-1]) && !str_starts(from, NAME)) from--;
  if (!str_starts(from, NAME)) return false;
  *constant = names_constant(text, from + strlen(NAME), p, depth);
  return true;
}

// What the last definition before says that the word means.
static bool means_constant(const char *text, const char *word, size_t len, int depth) {
  bool constant = false;
  for (const char *p = word; depth && p-- > text;)
    if (memcmp(p, word, len) == 0 && is_word_at(text, p, len) && defines_constant(text, p, len, depth - 1, &constant))
      return constant;
  return false;
}

// Does a word qualify the whole type as constant, "const" or one that stands for it? Behind the last star, if there is one.
static bool names_constant(const char *text, const char *from, const char *to, int depth) {
  static const char WORD[] = "const";
  const char *begin = from;
  for (const char *p = from; p < to; p++) {
    if (*p == '(' || *p == '{') return false;
    if (*p == '*') begin = p + 1;
  }
  for (const char *p = begin; p < to;) {
    size_t len = 0;
    while (p + len < to && llvm_is_of_word(p[len])) len++;
    if (len == strlen(WORD) && memcmp(p, WORD, len) == 0) return true;
    if (len && means_constant(text, p, len, depth)) return true;
    p += len ? len : 1;
  }
  return false;
}

// "(const T){": the debugger is told where the literal, or the list of its values, begins, and its type only by the text.
static bool is_written_constant(constants *c, LLVMValueRef write) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(write), scope = at ? LLVMDILocationGetScope(at) : NULL;
  LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
  if (!file || !read_source(c, file)) return false;
  const char *text = llvm_line_of(c->source.text, LLVMDILocationGetLine(at)), *end = text ? strchr(text, '\n') : NULL;
  unsigned column = LLVMDILocationGetColumn(at);
  if (!text || !column || (end && column > end - text)) return false;
  text += column - 1;
  if (*text == '(') {
    const char *close = text + strcspn(text, ")\n");
    return *close == ')' && close[1 + strspn(close + 1, " \t")] == '{' &&
           names_constant(c->source.text, text + 1, close, NAMES);
  }
  const char *p = text;
  if (*text != '{') return false;
  while (p > c->source.text && strchr(" \t\r\n", p[-1])) p--;
  const char *open = p > c->source.text && p[-1] == ')' ? open_bracket(c->source.text, p - 1) : NULL;
  return open && *open == '(' && names_constant(c->source.text, open + 1, p - 1, NAMES);
}

static LLVMValueRef first_write(LLVMValueRef object, LLVMBasicBlockRef b) {
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef to = LLVMIsAStoreInst(i)                                  ? LLVMGetOperand(i, 1)
                        : LLVMIsACallInst(i) && LLVMGetNumArgOperands(i) > 0 ? LLVMGetOperand(i, 0)
                                                                             : NULL;
      if (!to || !writes_to(i, to)) continue;
      while (LLVMIsAGetElementPtrInst(to)) to = LLVMGetOperand(to, 0);
      if (to == object) return i;
    }
  return NULL;
}

// What writes to its name initialises it: it is named once.
static void judge_literal(constants *c, LLVMValueRef object) {
  making how = {.known = true};
  LLVMValueRef write = first_write(object, LLVMGetInstructionParent(object));
  if (!write || !is_written_constant(c, write)) return;
  look(c, object, &how, DEEPEST);
  if (!how.known || how.constructed) return;
  mark_named(c, object);
  mark(c, object, LLVM_MARK_CONST);
}

static void judge_function(constants *c, LLVMModuleRef m, LLVMValueRef f) {
  size_t len;
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsADbgDeclareInst(i)) judge_local(c, i);
      if (LLVMIsAAllocaInst(i) && str_starts(LLVMGetValueName2(i, &len), ".compoundliteral")) judge_literal(c, i);
      if (llvm_makes_one(i)) judge_new(c, m, i);
      if (is_call(i)) judge_call(c, i);
      if (LLVMIsACallInst(i) && str_starts(LLVMGetValueName2(LLVMGetCalledValue(i), &len), "llvm.invariant.start"))
        judge_global(c, i);
    }
}

// What functions of the library make for the program (std::make_unique).
static void judge_made(constants *c, LLVMModuleRef m, LLVMValueRef f) {
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (llvm_makes_one(i)) judge_new(c, m, i);
}

void llvm_note_constants(LLVMModuleRef m) {
  constants c = {.context = LLVMGetModuleContext(m)};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMMetadataRef s = LLVMGetSubprogram(f);
    if (LLVMGetFirstBasicBlock(f) && gives_result(f)) mark_result(&c, LLVMGetParam(f, 0), DEEPEST);
    LLVMMetadataRef file = s ? LLVMDIScopeGetFile(s) : NULL;
    unsigned len = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
    if (!name || !len) continue;
    if (place_in_library(name)) {
      judge_made(&c, m, f);
      continue;
    }
    judge_function(&c, m, f);
    judge_constructor(&c, f);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    uint64_t known = 0;
    if (!map64_get(&c.fills, (uint64_t)(uintptr_t)f, &known) || known != FILLS) continue;
    if (is_structor(f))
      mark_structor(&c, f);
    else
      mark_result(&c, LLVMGetParam(f, 0), DEEPEST);
  }
  map64_fini(&c.fills);
  llvm_drop_source(&c.source);
}
