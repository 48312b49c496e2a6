// Functions with the attribute `destructor` (llvm.global_dtors): `__allways_end_globals` calls them, behind what atexit knows, also when
// the program ends by exit. Those of higher priority come first, and of one priority those that stand later.
#include <stdlib.h>

#include "base/vec.h"
#include "front/llvm/llvm_link.h"

typedef struct end {
  unsigned long long priority;
  unsigned order;
  LLVMValueRef f;
} end;

static LLVMValueRef list_of(LLVMModuleRef m) {
  LLVMValueRef g = LLVMGetNamedGlobal(m, "llvm.global_dtors"), list = g ? LLVMGetInitializer(g) : NULL;
  return list && !LLVMIsNull(list) ? list : NULL;
}

bool llvm_has_global_ends(LLVMModuleRef m) { return list_of(m) != NULL; }

static int last_first(const void *a, const void *b) {
  const end *x = a, *y = b;
  if (x->priority != y->priority) return x->priority > y->priority ? -1 : 1;
  return x->order > y->order ? -1 : x->order < y->order;
}

void llvm_end_globals(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMValueRef list = list_of(m), caller = LLVMGetNamedFunction(m, "__allways_end_globals");
  if (!list || !caller) return;
  VEC(end) all = {0};
  for (unsigned i = 0; i < LLVMGetArrayLength2(LLVMTypeOf(list)); i++) {
    LLVMValueRef e = LLVMGetAggregateElement(list, i), f = LLVMGetAggregateElement(e, 1);
    if (!LLVMIsNull(f)) vec_push(&all, ((end){LLVMConstIntGetZExtValue(LLVMGetAggregateElement(e, 0)), i, f}));
  }
  if (all.len) qsort(all.data, all.len, sizeof *all.data, last_first);
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, caller, ""));
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  for (size_t i = 0; i < all.len; i++) LLVMBuildCall2(b, type, all.data[i].f, NULL, 0, "");
  LLVMBuildRetVoid(b);
  LLVMSetLinkage(caller, LLVMInternalLinkage);
  vec_free(&all);
}
