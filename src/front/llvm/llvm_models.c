// ALLWAYS_MODELS_64, _32 and _SYSTEMC are the names of the bitcode files, from the build.
#include "front/llvm/llvm_models.h"

#include "base/check.h"

#define INCLUDE_FILE(symbol, file)                                                                                  \
  __asm__(".section .rodata\n.balign 16\n.global " #symbol "\n" #symbol ":\n.incbin \"" file "\"\n.global " #symbol \
          "_end\n" #symbol "_end:\n.byte 0\n.previous\n");                                                          \
  extern const char symbol[], symbol##_end[]

INCLUDE_FILE(allways_models_64, ALLWAYS_MODELS_64);
INCLUDE_FILE(allways_models_32, ALLWAYS_MODELS_32);
INCLUDE_FILE(allways_models_systemc, ALLWAYS_MODELS_SYSTEMC);

llvm_model_text llvm_models(int pointer_bits) {
  CHECK(pointer_bits == 32 || pointer_bits == 64, "there are models for two widths of pointers");
  if (pointer_bits == 64)
    return (llvm_model_text){allways_models_64, (size_t)(allways_models_64_end - allways_models_64)};
  return (llvm_model_text){allways_models_32, (size_t)(allways_models_32_end - allways_models_32)};
}

llvm_model_text llvm_systemc(void) {
  return (llvm_model_text){allways_models_systemc, (size_t)(allways_models_systemc_end - allways_models_systemc)};
}
