// Of which class an object is that a new-expression makes, and as what a delete-expression takes it: behind the call of operator new stands a call of
// __allways_made_as, before that of operator delete one of __allways_deleted_as, which the lowering looks for where objects are made and deleted.
//
// LLVM's pointers have no types. Clang tells the debugger what is made, and the types of the variable, the member or the function that a deleted
// pointer comes from; they are those of the expression unless its text converts it. Where nothing tells the type, the size and the destructor that is
// called must do (lower_model.c).
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/llvm/llvm_link.h"

enum { TAG_ARRAY = 0x01, TAG_MEMBER = 0x0d, TAG_POINTER = 0x0f, TAG_REFERENCE = 0x10, TAG_TYPEDEF = 0x16 };
enum { TAG_INHERITANCE = 0x1c, TAG_CONST = 0x26, TAG_VOLATILE = 0x35, TAG_MOVED = 0x42 };
enum { OPERAND_FILE = 0, OPERAND_NAME = 2, OPERAND_BASE = 3, OPERAND_TYPE = 3, OPERAND_ELEMENTS = 4 };
enum { OPERAND_SIGNATURE = 4, OPERAND_RESULTS = 3, OPERAND_IDENTIFIER = 7 };
enum { DEEPEST = 12, LARGEST_SOURCE = 1 << 24 };

LLVMValueRef llvm_operand_of(LLVMValueRef node, unsigned index) {
  unsigned n = LLVMGetMDNodeNumOperands(node);
  LLVMValueRef *operands = MEM_NEW_N(LLVMValueRef, n + 1);
  LLVMGetMDNodeOperands(node, operands);
  LLVMValueRef found = index < n ? operands[index] : NULL;
  mem_free(operands);
  return found;
}

bool llvm_makes_one(LLVMValueRef i) {
  size_t len;
  if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) return false;
  LLVMValueRef f = LLVMGetCalledValue(i);
  return LLVMIsAFunction(f) && str_starts(LLVMGetValueName2(f, &len), "_Znw");
}

void llvm_put_behind(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef next = LLVMIsAInvokeInst(i) ? LLVMGetFirstInstruction(LLVMGetNormalDest(i)) : LLVMGetNextInstruction(i);
  while (LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(b, next);
}

typedef struct classes {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  char *source;  // of the file that was read last
  const char *source_name;
} classes;

static LLVMMetadataRef operand(const classes *d, LLVMMetadataRef node, unsigned index) {
  LLVMValueRef found = node ? llvm_operand_of(LLVMMetadataAsValue(d->context, node), index) : NULL;
  return found ? LLVMValueAsMetadata(found) : NULL;
}

static uint16_t tag_of(LLVMMetadataRef type) {
  LLVMMetadataKind kind = type ? LLVMGetMetadataKind(type) : LLVMMDStringMetadataKind;
  bool tagged = kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDIDerivedTypeMetadataKind;
  return tagged ? LLVMGetDINodeTag(type) : 0;
}

// Without other names and qualifiers.
static LLVMMetadataRef bare(const classes *d, LLVMMetadataRef type) {
  for (int k = 0; type && k < DEEPEST; k++) {
    uint16_t tag = tag_of(type);
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE) return type;
    type = operand(d, type, OPERAND_BASE);
  }
  return NULL;
}

// --- types

// What a pointer or a reference refers to.
static LLVMMetadataRef referred(const classes *d, LLVMMetadataRef type) {
  type = bare(d, type);
  uint16_t tag = tag_of(type);
  bool refers = tag == TAG_POINTER || tag == TAG_REFERENCE || tag == TAG_MOVED;
  return refers ? operand(d, type, OPERAND_BASE) : NULL;
}

// The innermost member at a byte of a class.
static LLVMMetadataRef member_at(const classes *d, LLVMMetadataRef class, uint64_t bits, int depth) {
  LLVMMetadataRef elements = operand(d, bare(d, class), OPERAND_ELEMENTS), e;
  if (!elements || !depth || LLVMGetMetadataKind(bare(d, class)) != LLVMDICompositeTypeMetadataKind) return NULL;
  for (unsigned k = 0; (e = operand(d, elements, k)); k++) {
    uint16_t tag = tag_of(e);
    if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) || LLVMDITypeGetFlags(e) & LLVMDIFlagStaticMember) continue;
    LLVMMetadataRef type = operand(d, e, OPERAND_BASE);
    uint64_t from = LLVMDITypeGetOffsetInBits(e), size = type ? LLVMDITypeGetSizeInBits(bare(d, type)) : 0;
    if (bits < from || bits - from >= size) continue;
    bool composite = LLVMGetMetadataKind(bare(d, type)) == LLVMDICompositeTypeMetadataKind;
    return composite ? member_at(d, type, bits - from, depth - 1) : bits == from ? type : NULL;
  }
  return NULL;
}

static LLVMMetadataRef stored_at(const classes *d, LLVMValueRef where, int depth);

static LLVMMetadataRef type_of_variable(const classes *d, LLVMValueRef variable) {
  LLVMBasicBlockRef b = LLVMGetInstructionParent(variable);
  LLVMValueRef f = LLVMGetBasicBlockParent(b);
  for (b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (llvm_declared_variable(i) == variable)
        return operand(d, LLVMValueAsMetadata(LLVMGetOperand(i, 1)), OPERAND_TYPE);
  return NULL;
}

static LLVMMetadataRef type_of_global(const classes *d, LLVMValueRef g) {
  size_t n;
  LLVMMetadataRef found = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &n);
  for (size_t k = 0; k < n && !found; k++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)k);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
      found = operand(d, operand(d, node, 0), OPERAND_TYPE);
  }
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

static LLVMMetadataRef type_of_result(const classes *d, LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  LLVMMetadataRef told = LLVMIsAFunction(f) ? LLVMGetSubprogram(f) : NULL;
  LLVMMetadataRef signature = told ? operand(d, told, OPERAND_SIGNATURE) : NULL;
  return signature ? operand(d, operand(d, signature, OPERAND_RESULTS), 0) : NULL;
}

static LLVMMetadataRef type_of(const classes *d, LLVMValueRef v, int depth) {
  if (!depth) return NULL;
  if (LLVMIsALoadInst(v)) return stored_at(d, LLVMGetOperand(v, 0), depth - 1);
  return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) ? type_of_result(d, v) : NULL;
}

// Of the part of an object that an address computation is about.
static LLVMMetadataRef stored_in_part(const classes *d, LLVMValueRef part, int depth) {
  LLVMTypeRef t = LLVMGetGEPSourceElementType(part);
  int n = LLVMGetNumOperands(part);
  LLVMMetadataRef whole = n == 3 && LLVMGetTypeKind(t) == LLVMStructTypeKind
                              ? stored_at(d, LLVMGetOperand(part, 0), depth - 1)
                              : NULL;
  LLVMValueRef index = n == 3 ? LLVMGetOperand(part, 2) : NULL;
  if (!whole || !LLVMIsAConstantInt(index)) return NULL;
  uint64_t at = LLVMOffsetOfElement(d->layout, t, (unsigned)LLVMConstIntGetZExtValue(index));
  return member_at(d, whole, at * 8, DEEPEST);
}

// The type of what the place holds.
static LLVMMetadataRef stored_at(const classes *d, LLVMValueRef where, int depth) {
  if (!depth) return NULL;
  if (LLVMIsAAllocaInst(where)) return type_of_variable(d, where);
  if (LLVMIsAGlobalVariable(where)) return type_of_global(d, where);
  if (LLVMIsAGetElementPtrInst(where)) return stored_in_part(d, where, depth);
  return referred(d, type_of(d, where, depth));
}

// --- names

// The mangled name of a class without its prefix, the name of a fundamental type, or, where others cannot know the class, where it stands.
static bool name_type(const classes *d, LLVMMetadataRef type, strbuf *out) {
  static const char PREFIX[] = "_ZTS";
  for (type = bare(d, type); tag_of(type) == TAG_ARRAY; type = bare(d, type)) type = operand(d, type, OPERAND_BASE);
  LLVMMetadataKind kind = type ? LLVMGetMetadataKind(type) : LLVMMDStringMetadataKind;
  bool class = kind == LLVMDICompositeTypeMetadataKind;
  if (!class && kind != LLVMDIBasicTypeMetadataKind) return false;
  LLVMMetadataRef name = operand(d, type, class ? OPERAND_IDENTIFIER : OPERAND_NAME);
  unsigned len = 0;
  const char *text = name ? LLVMGetMDString(LLVMMetadataAsValue(d->context, name), &len) : NULL;
  size_t skip = text && class && len > strlen(PREFIX) && memcmp(text, PREFIX, strlen(PREFIX)) == 0 ? strlen(PREFIX) : 0;
  if (text) {
    sb_putn(out, text + skip, len - skip);
    return true;
  }
  LLVMMetadataRef own = class ? operand(d, type, OPERAND_NAME) : NULL;
  if (!own) return false;
  text = LLVMGetMDString(LLVMMetadataAsValue(d->context, own), &len);
  sb_printf(out, "%.*s@%u", (int)len, text, LLVMDITypeGetLine(type));
  return true;
}

// A class without bases: only its own destructor can be called for its objects (has_destructor in lower_model.c).
static bool has_no_base(const classes *d, LLVMMetadataRef type) {
  for (type = bare(d, type); tag_of(type) == TAG_ARRAY; type = bare(d, type)) type = operand(d, type, OPERAND_BASE);
  bool class = type && LLVMGetMetadataKind(type) == LLVMDICompositeTypeMetadataKind;
  LLVMMetadataRef elements = class ? operand(d, type, OPERAND_ELEMENTS) : NULL, e;  // none: it is only declared
  for (unsigned k = 0; elements && (e = operand(d, elements, k)); k++)
    if (tag_of(e) == TAG_INHERITANCE) return false;
  return elements;
}

// --- the text

static const char *source_of(classes *d, LLVMValueRef i) {
  unsigned len = 0, folder_len = 0;
  size_t size;
  const char *name = LLVMGetDebugLocFilename(i, &len), *folder = LLVMGetDebugLocDirectory(i, &folder_len), *why;
  if (!name || !len) return NULL;
  if (name == d->source_name) return d->source;
  strbuf path = {0};
  if (*name != '/' && folder && folder_len) sb_printf(&path, "%.*s/", (int)folder_len, folder);
  sb_putn(&path, name, len);
  mem_free(d->source);
  d->source = file_read(sb_text(&path), LARGEST_SOURCE, &size, &why);
  d->source_name = name;
  sb_fini(&path);
  return d->source;
}

static const char *behind(const char *at, const char *word) {
  at += strspn(at, " \t\r\n");
  return str_starts(at, word) ? at + strlen(word) : at;
}

// Is the operand of the expression deleted as it is? A conversion stands in parentheses, or has "cast" in its name.
static bool is_plain(const char *at) {
  const char *from = behind(at, "::"), *p = behind(from, "delete");
  if (p == from) return false;  // a macro
  p = behind(behind(p, "["), "]");
  p += strspn(p, " \t\r\n");
  size_t len = strcspn(p, ";");
  if (*p == '(' || !p[len]) return false;
  for (size_t k = 0; k + 4 <= len; k++)
    if (memcmp(p + k, "cast", 4) == 0 || p[k] == '?') return false;
  return true;
}

static bool is_deleted_plainly(classes *d, LLVMValueRef call) {
  enum { ENDING = 4 };
  size_t len;
  const char *f = LLVMGetValueName2(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), &len);
  if (len > ENDING && strcmp(f + len - ENDING, "D0Ev") == 0) return true;  // what delete calls for a virtual destructor
  const char *text = source_of(d, call);
  unsigned line = LLVMGetDebugLocLine(call), column = LLVMGetDebugLocColumn(call);
  for (; text && line > 1; line--) text = (text = strchr(text, '\n')) ? text + 1 : NULL;
  for (; text && column > 1; column--) text = *text && *text != '\n' ? text + 1 : NULL;
  return text && is_plain(text);
}

// --- calls

static bool is_called(LLVMValueRef i, const char *prefix) {
  size_t len;
  if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) return false;
  LLVMValueRef f = LLVMGetCalledValue(i);
  return LLVMIsAFunction(f) && str_starts(LLVMGetValueName2(f, &len), prefix);
}

static void say(classes *d, LLVMBuilderRef b, const char *function, LLVMValueRef object, const strbuf *class) {
  LLVMTypeRef pointer = LLVMTypeOf(object), nothing = LLVMVoidTypeInContext(d->context);
  LLVMTypeRef type = LLVMFunctionType(nothing, (LLVMTypeRef[]){pointer, pointer}, 2, false);
  LLVMValueRef f = LLVMGetNamedFunction(d->m, function);
  if (!f) f = LLVMAddFunction(d->m, function, type);
  LLVMValueRef args[] = {object, LLVMBuildGlobalStringPtr(b, sb_text(class), "__allways_text")};
  LLVMBuildCall2(b, type, f, args, 2, "");
}

static void note_new(classes *d, LLVMBuilderRef b, LLVMValueRef i) {
  static const char SITE[] = "heapallocsite";
  LLVMValueRef site = LLVMGetMetadata(i, LLVMGetMDKindIDInContext(d->context, SITE, strlen(SITE)));
  strbuf class = {0};
  if (site && LLVMIsAMDNode(site) && name_type(d, LLVMValueAsMetadata(site), &class)) {
    if (has_no_base(d, LLVMValueAsMetadata(site))) sb_putc(&class, '~');
    llvm_put_behind(b, i);
    say(d, b, "__allways_made_as", i, &class);
  }
  sb_fini(&class);
}

// Elements with destructors: how many there are stands in front of them.
static LLVMValueRef without_count(LLVMValueRef object) {
  bool before = LLVMIsAGetElementPtrInst(object) && LLVMGetNumOperands(object) == 2 &&
                LLVMIsAConstantInt(LLVMGetOperand(object, 1)) &&
                LLVMConstIntGetSExtValue(LLVMGetOperand(object, 1)) < 0;
  return before ? LLVMGetOperand(object, 0) : object;
}

static void note_deletion(classes *d, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef object = LLVMGetOperand(i, 0);
  strbuf class = {0};
  LLVMMetadataRef type = referred(d, type_of(d, without_count(object), DEEPEST));
  if (type && name_type(d, type, &class) && is_deleted_plainly(d, i)) {
    LLVMPositionBuilderBefore(b, i);
    say(d, b, "__allways_deleted_as", object, &class);
  }
  sb_fini(&class);
}

void llvm_note_classes(LLVMModuleRef m) {
  classes d = {.m = m, .context = LLVMGetModuleContext(m), .layout = LLVMGetModuleDataLayout(m)};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(d.context);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
      for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i)) {
        if (is_called(i, "_Znw") || is_called(i, "_Zna")) note_new(&d, b, i);
        if (is_called(i, "_Zdl") || is_called(i, "_Zda")) note_deletion(&d, b, i);
      }
  LLVMDisposeBuilder(b);
  mem_free(d.source);
}
