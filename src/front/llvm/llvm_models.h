// The models of runtime/ as bitcode, made when the project was built: a library of members (one source each), and what each name
// needs, so that a program pays for what it uses alone. `divide/divide.c` writes it, this reads it in place.
#ifndef FRONT_LLVM_LLVM_MODELS_H
#define FRONT_LLVM_LLVM_MODELS_H

#include <stddef.h>
#include <stdint.h>

// The parts stand in this order, then bitcode. Offsets count from the start of the library, or of the names.
typedef struct llvm_library_head {
  uint32_t n_members, n_symbols, n_needs, names_len;
} llvm_library_head;

typedef struct llvm_library_member {
  uint32_t at, len;
} llvm_library_member;

// A definition that others can name. What it needs: numbers of symbols, through all that only its member sees.
typedef struct llvm_library_symbol {
  uint32_t name, member, needs, n_needs;
} llvm_library_symbol;

typedef struct llvm_library {
  const char *bytes;
  llvm_library_head head;
  const llvm_library_member *members;
  const llvm_library_symbol *symbols;  // by name
  const uint32_t *needs;
  const char *names;
} llvm_library;

llvm_library llvm_models(int pointer_bits);  // 32 or 64
llvm_library llvm_systemc(void);             // the library of SystemC, 64 bits

#endif
