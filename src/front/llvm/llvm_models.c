// ALLWAYS_MODELS_64, _32 and _SYSTEMC are the names of the libraries, from the build.
#include "front/llvm/llvm_models.h"

#include "base/check.h"
#include "base/include_file.h"

INCLUDE_FILE(allways_models_64, ALLWAYS_MODELS_64);
INCLUDE_FILE(allways_models_32, ALLWAYS_MODELS_32);
INCLUDE_FILE(allways_models_systemc, ALLWAYS_MODELS_SYSTEMC);

static llvm_library open_library(const char *bytes) {
  llvm_library l = {.bytes = bytes, .head = *(const llvm_library_head *)(const void *)bytes};
  l.members = (const void *)(bytes + sizeof l.head);
  l.symbols = (const void *)(l.members + l.head.n_members);
  l.needs = (const void *)(l.symbols + l.head.n_symbols);
  l.names = (const char *)(l.needs + l.head.n_needs);
  return l;
}

llvm_library llvm_models(int pointer_bits) {
  CHECK(pointer_bits == 32 || pointer_bits == 64, "there are models for two widths of pointers");
  return open_library(pointer_bits == 64 ? allways_models_64 : allways_models_32);
}

llvm_library llvm_systemc(void) { return open_library(allways_models_systemc); }
