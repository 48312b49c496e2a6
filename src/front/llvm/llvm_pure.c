// Pure virtual functions in tables of virtual functions. Clang puts __cxa_pure_virtual there, which knows nothing of the arguments that it is
// called with. Here a call has as many arguments as the function has parameters, so that every such place gets a function of its own, with
// the parameters of a function that overrides it in a derived class.
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "front/llvm/llvm_link.h"

enum { TYPE_SLOT = 1, MOST_BASES = 20 };

static LLVMValueRef initializer_of(LLVMValueRef g) { return LLVMIsAGlobalVariable(g) ? LLVMGetInitializer(g) : NULL; }

// The tables of a class, its own first, then those of its bases; NULL: the variable is something else.
static LLVMValueRef tables_of(LLVMValueRef g) {
  size_t len;
  LLVMValueRef all = initializer_of(g);
  bool named = str_starts(LLVMGetValueName2(g, &len), "_ZTV") || str_starts(LLVMGetValueName2(g, &len), "_ZTC");
  return named && all && LLVMIsAConstantStruct(all) ? all : NULL;
}

static LLVMValueRef type_of(LLVMValueRef tables) {
  LLVMValueRef own = LLVMGetOperand(tables, 0);
  return LLVMIsAConstantArray(own) && LLVMGetNumOperands(own) > TYPE_SLOT ? LLVMGetOperand(own, TYPE_SLOT) : NULL;
}

// By what stands in its typeinfo: pointers to those of its bases.
static bool derives(LLVMValueRef type, LLVMValueRef base, unsigned depth) {
  LLVMValueRef info = type && depth ? initializer_of(type) : NULL;
  for (int k = 0; info && LLVMIsAConstantStruct(info) && k < LLVMGetNumOperands(info); k++) {
    LLVMValueRef field = LLVMGetOperand(info, (unsigned)k);
    if (field == base || (LLVMIsAGlobalVariable(field) && derives(field, base, depth - 1))) return true;
  }
  return false;
}

static LLVMValueRef entry_of(LLVMValueRef tables, int table, unsigned slot) {
  LLVMValueRef t = LLVMGetOperand(tables, (unsigned)table);
  if (!LLVMIsAConstantArray(t) || (unsigned)LLVMGetNumOperands(t) <= slot) return NULL;
  return LLVMGetOperand(t, slot);
}

// A function at the same place in a table of a derived class. That the table may be the one of another base does no harm: the call does not
// fit then, as it would not without this.
static LLVMValueRef overrider(LLVMModuleRef m, LLVMValueRef type, unsigned slot, LLVMValueRef pure) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef tables = tables_of(g);
    if (!tables || !derives(type_of(tables), type, MOST_BASES)) continue;
    for (int t = 0; t < LLVMGetNumOperands(tables); t++) {
      LLVMValueRef f = entry_of(tables, t, slot);
      if (f && LLVMIsAFunction(f) && f != pure) return f;
    }
  }
  return NULL;
}

static LLVMValueRef stand_in(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef like, LLVMValueRef pure) {
  LLVMValueRef f = LLVMAddFunction(m, "__cxa_pure_virtual.", LLVMGlobalGetValueType(like));
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(m), f, ""));
  LLVMBuildCall2(b, LLVMGlobalGetValueType(pure), pure, NULL, 0, "");
  LLVMBuildUnreachable(b);
  return f;
}

// NULL: nothing changes.
static LLVMValueRef filled(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef table, LLVMValueRef type,
                           LLVMValueRef pure) {
  unsigned n = LLVMIsAConstantArray(table) ? (unsigned)LLVMGetNumOperands(table) : 0;
  LLVMValueRef *entries = MEM_NEW_N(LLVMValueRef, n + 1);
  bool changes = false;
  for (unsigned k = 0; k < n; k++) {
    entries[k] = LLVMGetOperand(table, k);
    LLVMValueRef like = entries[k] == pure ? overrider(m, type, k, pure) : NULL;
    changes |= like != NULL;
    if (like) entries[k] = stand_in(m, b, like, pure);
  }
  LLVMValueRef result = changes ? LLVMConstArray2(LLVMGetElementType(LLVMTypeOf(table)), entries, n) : NULL;
  mem_free(entries);
  return result;
}

static void fill_tables(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef g, LLVMValueRef pure) {
  LLVMValueRef tables = tables_of(g), type = tables ? type_of(tables) : NULL;
  unsigned n = type ? (unsigned)LLVMGetNumOperands(tables) : 0;
  LLVMValueRef *all = MEM_NEW_N(LLVMValueRef, n + 1);
  bool changes = false;
  for (unsigned t = 0; t < n; t++) {
    LLVMValueRef other = filled(m, b, LLVMGetOperand(tables, t), type, pure);
    changes |= other != NULL;
    all[t] = other ? other : LLVMGetOperand(tables, t);
  }
  if (changes) LLVMSetInitializer(g, LLVMConstStructInContext(LLVMGetModuleContext(m), all, n, false));
  mem_free(all);
}

void llvm_fill_pure(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMValueRef pure = LLVMGetNamedFunction(m, "__cxa_pure_virtual");
  for (LLVMValueRef g = pure ? LLVMGetFirstGlobal(m) : NULL; g; g = LLVMGetNextGlobal(g)) fill_tables(m, b, g, pure);
}
