// Inside of the room: one inline assembler statement in progress (x86, AT&T syntax).
//
// Registers that are written are *locations*: those the compiler chooses for outputs, and those a constraint names.
// Other inputs are values that nothing changes. Without jumps a location is the operand it holds now; with jumps it is a
// register of the IR, because ways meet.
#ifndef FRONT_LLVM_LOWER_ASM_H
#define FRONT_LLVM_LOWER_ASM_H

#include "front/llvm/lower_int.h"

enum { ASM_OPERANDS_MAX = 32, ASM_LABELS_MAX = 16, ASM_NAME_MAX = 4, ASM_ARGS_MAX = 3 };

typedef struct asm_loc {
  char name[ASM_NAME_MAX];  // "ax" and so on; empty: the compiler chooses
  ir_operand now;
  ir_reg reg;      // if there are jumps
  uint32_t known;  // bits that have a value
  bool early;      // shares its register with no input
  bool tied;       // has a value at the start
  bool written;
} asm_loc;

typedef enum asm_kind { ASM_VALUE, ASM_LOC, ASM_MEMORY, ASM_FLAG, ASM_UNKNOWN } asm_kind;
typedef struct asm_operand {  // as the constraints declare it
  asm_kind kind;
  bool is_output, is_constant;
  uint64_t number;  // of a constant
  char name[ASM_NAME_MAX];
  char flag[ASM_NAME_MAX];  // condition of a flag output
  LLVMTypeRef type;         // of the value, or of the object in memory
  low_parts parts;          // of a value; of a location at the start
  LLVMTypeRef came_as;      // type of the latter
  asm_loc *loc;
  ir_operand address;  // in memory; of a location: where the result goes if `is_stored`
  bool is_stored;
  bool has_contents;  // what is in memory may be read
  bool written;
} asm_operand;

typedef enum asm_arg_kind { ARG_IMMEDIATE, ARG_VALUE, ARG_LOC, ARG_MEMORY, ARG_STACK } asm_arg_kind;
typedef struct asm_arg {  // as an instruction names it
  asm_arg_kind kind;
  uint64_t number;
  ir_operand value;  // or the address
  asm_loc *loc;
  asm_operand *of;  // or NULL
  uint32_t bits;    // of a register; 0: not known
  bool is_pointer;
} asm_arg;

// What the last instruction left of the flags.
typedef enum asm_flags_of {
  FLAGS_NONE,
  FLAGS_LOGIC,
  FLAGS_ADD,
  FLAGS_SUB,
  FLAGS_INC,
  FLAGS_DEC,
  FLAGS_BIT
} asm_flags_of;
typedef struct asm_flags {
  asm_flags_of of;
  ir_operand a, b, result;
} asm_flags;

typedef struct asm_label {
  uint32_t number;
  size_t at;  // position of the text behind it
  ir_block block;
  bool begun;
} asm_label;

typedef struct asm_state {
  low *L;
  LLVMValueRef call;
  const char *text;
  asm_operand operands[ASM_OPERANDS_MAX];
  uint32_t n_operands;
  asm_loc locs[ASM_OPERANDS_MAX];
  uint32_t n_locs;
  asm_label labels[ASM_LABELS_MAX];
  uint32_t n_labels;
  bool clobbers_memory;
  bool bad;  // not understood: the statement is `unsupported`
  bool has_jumps;
  bool wrote_fresh,
      wrote_any;  // a location that may share its register with an input was written: without, with a value before
  bool read_value;
  asm_flags flags;
} asm_state;

// One instruction: what it names, how wide it is.
typedef struct instruction {
  asm_state *A;
  asm_arg *args;
  uint32_t n, bits;
  bool is_locked;
} instruction;

static inline void asm_refuse(instruction *I) { I->A->bad = true; }
static inline ir_type asm_type(instruction *I) { return low_int(I->A->L, I->bits); }

// --- lower_asm.c
asm_loc *asm_find_loc(asm_state *A, const char *name);
asm_operand *asm_find_named(asm_state *A, const char *name);
ir_operand asm_read_loc(asm_state *A, asm_loc *loc, ir_type t);
void asm_write_loc(asm_state *A, asm_loc *loc, ir_operand v);
// --- lower_asm_arg.c
bool asm_numbered_register(const char *from, size_t len, char *name);
bool asm_parse_arg(asm_state *A, const char *from, const char *end, asm_arg *out);
ir_operand asm_read(asm_state *A, asm_arg *arg, ir_type t);
void asm_write(asm_state *A, asm_arg *arg, ir_operand v);
ir_operand asm_address(asm_state *A, asm_arg *arg, bool reads);
// --- lower_asm_flags.c
ir_operand asm_condition(asm_state *A, const char *name);  // true: it holds
bool asm_is_condition(const char *name);
// --- lower_asm_numbers.c: one instruction that computes; false: it is another one
bool asm_numbers(instruction *I, const char *name);
void asm_read_processor(instruction *I, uint32_t registers, const char *what);
// --- lower_asm_ops.c: one instruction
asm_arg asm_named(instruction *I, const char *name);
bool asm_is(instruction *I, const char *name, const char *base);  // with or without the letter for the width
bool asm_has_width(instruction *I);
ir_type asm_moved_type(instruction *I);  // of a pointer or a number
void asm_instruction(asm_state *A, const char *name, bool is_locked, asm_arg *args, uint32_t n);

#endif
