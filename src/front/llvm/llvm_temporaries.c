// Structs that a function of C returned (or another expression without a name: an assignment, a choice) end with their full expression (C17 6.2.4 8).
// Clang has no marks for that.
//
// Behind the expression such a struct can only be reached through the address of an array in it that was kept: stored somewhere. What is stored as the
// initial value of a variable, or by an assignment behind which the text of the source ends the statement, is stored last: the struct ends there, and
// begins where the expression does. Otherwise the expression goes on, who knows how far: refused. An address that a called function keeps is not followed.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum { SOURCE_MAX = 16 << 20 };  // bytes

static bool is_temporary(LLVMValueRef i) {
  size_t len;
  if (!LLVMIsAAllocaInst(i) || llvm_has_life_marks(i)) return false;
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(i));
  if (kind != LLVMStructTypeKind) return false;
  const char *name = LLVMGetValueName2(i, &len);
  return str_starts(name, "tmp") || str_starts(name, "coerce");
}

typedef struct kept {
  LLVMValueRef temporary, store;
} kept;
typedef VEC(kept) kept_vec;

// Stores of addresses inside of the temporary.
static void find_kept(LLVMValueRef temporary, LLVMValueRef address, int depth, kept_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u && depth < 20; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address)
      find_kept(temporary, user, depth + 1, out);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address) vec_push(out, ((kept){temporary, user}));
  }
}

static bool is_declared_variable(LLVMValueRef f, LLVMValueRef variable) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (llvm_declared_variable(i) == variable) return true;
  return false;
}

// Is it the place of the declaration, so that the store is its initial value?
static bool initialises(LLVMValueRef store) {
  LLVMValueRef variable = LLVMGetOperand(store, 1);
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(store);
  if (!LLVMIsAAllocaInst(variable) || !at) return false;
  for (LLVMBasicBlockRef b = LLVMGetInstructionParent(store); b; b = LLVMGetPreviousBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (llvm_declared_variable(i) == variable) return LLVMInstructionGetDebugLoc(i) == at;
  return false;
}

// Behind a literal of the source that begins here; it ends with the character with which it begins.
static const char *behind_quotes(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n') at += at[0] == '\\' && at[1] ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

// Does the statement end with the operand of an operator that stands in front of `at`? False also if that is not plain to see.
static bool ends_statement(const char *at) {
  for (int depth = 0; *at;) {
    if (*at == '"' || *at == '\'') {
      at = behind_quotes(at);
      continue;
    }
    if (*at == '#' || *at == '\\' || (at[0] == '/' && (at[1] == '/' || at[1] == '*'))) return false;
    if (*at == '(' || *at == '[' || *at == '{') depth++;
    if (*at == ')' || *at == ']' || *at == '}') depth--;
    if (depth < 0 || (depth == 0 && *at == ',')) return false;
    if (depth == 0 && *at == ';') return true;
    at++;
  }
  return false;
}

static const char *place_in_text(const char *text, unsigned line, unsigned column) {
  for (; text && line > 1; line--) text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
  for (; text && column > 1; column--) text = *text && *text != '\n' ? text + 1 : NULL;
  return text;
}

// Is it an assignment that ends its statement? Macros stand elsewhere than their text.
static bool assigns_last(LLVMValueRef store) {
  unsigned len = 0, folder_len = 0;
  const char *name = LLVMGetDebugLocFilename(store, &len), *folder = LLVMGetDebugLocDirectory(store, &folder_len), *why;
  if (!name || !len) return false;
  strbuf path = {0};
  if (*name != '/' && folder && folder_len) sb_printf(&path, "%.*s/", (int)folder_len, folder);
  sb_putn(&path, name, len);
  size_t size;
  char *text = file_read(sb_text(&path), SOURCE_MAX, &size, &why);
  const char *at = text ? place_in_text(text, LLVMGetDebugLocLine(store), LLVMGetDebugLocColumn(store)) : NULL;
  bool last = at && at[0] == '=' && at[1] != '=' && ends_statement(at + 1);
  mem_free(text);
  sb_fini(&path);
  return last;
}

static bool is_last(LLVMValueRef store) { return initialises(store) || assigns_last(store); }

static void mark(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef variable, const char *what, LLVMValueRef before) {
  LLVMTypeRef types[] = {LLVMTypeOf(variable)};
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(what, strlen(what)), types, 1);
  LLVMPositionBuilderBefore(b, before);
  LLVMValueRef args[] = {LLVMConstAllOnes(LLVMInt64TypeInContext(LLVMGetModuleContext(m))), variable};
  LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static bool is_result(LLVMValueRef store) {
  size_t len;
  return str_starts(LLVMGetValueName2(LLVMGetOperand(store, 1), &len), "retval");
}

// The first instruction of the expression that has to do with the temporary, if all of them are in one block; else NULL.
static LLVMValueRef first_use(LLVMValueRef temporary, LLVMBasicBlockRef block) {
  for (LLVMUseRef u = LLVMGetFirstUse(temporary); u; u = LLVMGetNextUse(u))
    if (LLVMGetInstructionParent(LLVMGetUser(u)) != block) return NULL;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
      if (LLVMGetOperand(i, (unsigned)k) == temporary) return i;
  return NULL;
}

static void end_kept(LLVMModuleRef m, LLVMBuilderRef b, kept k) {
  LLVMValueRef next = LLVMGetNextInstruction(k.store),
               first = first_use(k.temporary, LLVMGetInstructionParent(k.store));
  if (is_result(k.store)) return;  // it ends with the function
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(k.store));
  if (first && is_last(k.store)) {
    mark(m, b, k.temporary, "llvm.lifetime.start", first);
    mark(m, b, k.temporary, "llvm.lifetime.end", next);
  } else {
    llvm_refuse_before(m, b, next, "the address of a part of a struct is kept that ends with its expression");
  }
}

void llvm_end_temporaries(LLVMModuleRef m) {
  kept_vec found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
      if (is_temporary(i) && !is_declared_variable(f, i)) find_kept(i, i, 0, &found);
  }
  LLVMBuilderRef b = found.len ? LLVMCreateBuilderInContext(LLVMGetModuleContext(m)) : NULL;
  for (size_t i = 0; i < found.len; i++) end_kept(m, b, found.data[i]);
  if (b) LLVMDisposeBuilder(b);
  vec_free(&found);
}
