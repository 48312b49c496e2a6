// Coroutines of C++: LLVM's own passes take them apart into a function that begins one and functions that resume and
// destroy it, with what lives across suspensions in a frame on the heap. They have no other form in LLVM, so that this
// comes before everything else.
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "front/llvm/llvm_link.h"

// What libstdc++'s coroutine that does nothing is resumed by: a function without parameter, called with the frame.
static void give_parameter(LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef frame = LLVMPointerTypeInContext(context, 0);
  size_t len;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (!strstr(LLVMGetValueName2(f, &len), "__dummy_resume_destroy") || LLVMCountParams(f)) continue;
    LLVMValueRef made = LLVMAddFunction(m, "noop_coroutine",
                                        LLVMFunctionType(LLVMVoidTypeInContext(context), &frame, 1, false));
    LLVMSetLinkage(made, LLVMInternalLinkage);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, made, ""));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    LLVMReplaceAllUsesWith(f, made);
  }
}

bool llvm_split_coroutines(LLVMModuleRef m, const char *name, diags *d) {
  if (!LLVMGetNamedFunction(m, "llvm.coro.id")) return true;
  give_parameter(m);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(m, "coro-early,cgscc(coro-split),coro-cleanup,globaldce", NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return true;
  char *message = LLVMGetErrorMessage(error);
  diag_error(d, (place){.file = name}, DIAG_LLVM_INTERNAL, message);
  LLVMDisposeErrorMessage(message);
  return false;
}
