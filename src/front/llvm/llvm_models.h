// The models of runtime/ as bitcode, made when the project was built.
#ifndef FRONT_LLVM_LLVM_MODELS_H
#define FRONT_LLVM_LLVM_MODELS_H

#include <stddef.h>

typedef struct llvm_model_text {
  const char *bytes;
  size_t len;
} llvm_model_text;

llvm_model_text llvm_models(int pointer_bits);  // 32 or 64
llvm_model_text llvm_systemc(void);             // the library of SystemC, 64 bits

#endif
