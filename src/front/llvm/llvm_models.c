// ALLWAYS_MODELS_64, _32 and _SYSTEMC are the names of the bitcode files, from the build.
#include "front/llvm/llvm_models.h"

#include "base/check.h"
#include "base/include_file.h"

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
