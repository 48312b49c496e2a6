// Inside of the room: one lowering in progress.
//
// An LLVM value is a list of *parts*: scalars have one, structs, arrays and vectors one per scalar leaf in the order of
// their offsets. A part is an operand of the IR, or *absent* (kind IR_OPERAND_NONE): undef, poison, an uninitialised
// local, a result that was not returned. An absent part becomes an input where it is used as a scalar; moving it around
// draws nothing. Where it meets other values (a phi) a second register, the *flag*, tells of which kind the value is.
//
// Values of one function are found by their LLVM handle; handles are only looked up, never walked in their order.
// After an instruction that ends the block (`unsupported`) the rest of an LLVM block is skipped: `low_open` tells, and
// every helper that emits does nothing then.
#ifndef FRONT_LLVM_LOWER_INT_H
#define FRONT_LLVM_LOWER_INT_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/arena.h"
#include "base/map64.h"
#include "base/vec.h"
#include "front/llvm/llvm_lower.h"
#include "ir/ir_build.h"

enum {
  LOW_LEAVES_MAX = 4096,  // scalars of one value; larger ones are unsupported
  LOW_DEPTH_MAX = 200     // nesting of types and constant expressions
};

enum { LOW_UNDEF, LOW_UNINIT, LOW_RESULT };  // `value` of an absent part
#define LOW_KIND(k) (1u << (k))              // flags of registers; 0: there is a value

typedef struct low_leaf {
  LLVMTypeRef llvm;
  ir_type type;
  uint64_t offset;
} low_leaf;
// The scalars of a type. `ok` is false for what no register can hold.
typedef struct low_flat {
  bool ok;
  uint32_t n;
  low_leaf *leaves;
} low_flat;
typedef struct low_parts {
  uint32_t n;
  ir_operand *p;
} low_parts;

// How a function is called: parameters and result as registers.
typedef struct low_sig {
  bool ok;
  ir_type result;   // void: none, or several parts through a pointer
  bool by_pointer;  // the last parameter points to where the result's parts go
  bool variadic;    // before it: a pointer to the variable arguments
  LLVMTypeRef llvm_result;
  uint32_t n_fixed;  // registers of the declared parameters
  ir_type *fixed;
} low_sig;

typedef struct low_block {  // an LLVM block of the open function
  LLVMBasicBlockRef llvm;
  ir_block block;  // 0: not yet needed
  bool reached, done;
  ir_reg thrown;  // landing pads: the thrown value
} low_block;

typedef struct low_landing {
  ir_block block;
  LLVMValueRef invoke;
} low_landing;  // to be lowered after its block
// Stored by code before the program starts: `value` at the offset, or unknown contents of `of`.
typedef struct low_late {
  ir_global g;
  uint64_t offset;
  LLVMValueRef value, of;
} low_late;

typedef struct low {
  LLVMModuleRef m;
  LLVMContextRef ctx;
  LLVMTargetDataRef layout;
  ir_module *out;
  const llvm_lower_options *o;
  diags *d;
  arena *mem;          // lives as long as the lowering
  uint32_t word_bits;  // of a pointer
  bool systemc;        // the program has sc_main: it builds a design for the SystemC scheduler
  bool is_cxx;
  map64 updates;  // LLVM function -> update of the module
  ir_type t_bool, t_i8, t_i32, t_i64, t_word, t_ptr;
  map64 flats, sigs, memory_types, nameless_types, funcs, globals, kinds;
  map64 files;                        // names of source files that were met
  map64 located;                      // name and folder of a file in debug information -> where it is found
  VEC(LLVMValueRef) pending;          // functions declared, body not lowered yet
  VEC(LLVMValueRef) pending_globals;  // initial values not lowered yet
  VEC(LLVMValueRef) adaptable;        // functions whose address is an argument of a call: may be called by another type
  VEC(LLVMValueRef) taken;            // functions whose address something holds
  VEC(low_late) late;                 // initial values that only code can compute
  map64 type_ids;                     // type infos of C++ exceptions: their selectors
  ir_func thrower;                    // throws its argument; 0: nobody needs it
  // The open function.
  arena *scratch;
  LLVMValueRef f;
  low_sig *sig;
  map64 values;  // value -> index of values_of
  VEC(low_parts) values_of;
  map64 names;                // value -> DILocalVariable
  map64 declared;             // value -> line and column of its declaration
  map64 const_types;          // type in memory -> the same with constant fields
  map64 needed;               // instructions whose value something needs
  map64 unset;                // values that may be absent where they are used: of which kinds
  map64 flag_owners;          // register -> the value that it and its flag stand for
  map64 flags;                // register -> its flag, and the kinds it may tell
  VEC(uint32_t) settled;      // registers with flags that have a value from here on to the end of the block
  map64 block_index;          // LLVMBasicBlockRef -> index of blocks
  VEC(low_block) blocks;      // reverse post-order
  LLVMBasicBlockRef follows;  // continues the block that is being lowered
  VEC(low_landing) landings;
  ir_reg va_area, result_area;
  place at;  // of the instruction being lowered
} low;

// --- lower_prepare.c
bool low_prepare(low *L);
bool low_is_uninit_call(LLVMValueRef v);
bool low_is_missing_result(LLVMValueRef uninit_call);  // of a function that may end without `return`
bool low_is_marker(LLVMValueRef call);                 // debug information, end of a life
bool low_is_end_of_life(LLVMValueRef call);

// --- lower_type.c
const low_flat *low_flat_of(low *L, LLVMTypeRef t);
low_sig *low_sig_of(low *L, LLVMTypeRef function_type);
// The type in memory: objects and fields. Void if it has no size. `di`: debug information for names, or NULL.
ir_type low_memory_type(low *L, LLVMTypeRef t, LLVMMetadataRef di);
uint64_t low_size(low *L, LLVMTypeRef t);       // bytes an object of the type occupies
ir_type low_int(low *L, uint32_t bits);         // bookkeeping arithmetic: no name
ir_type low_source_int(low *L, uint32_t bits);  // signed arithmetic of the program: with a name (pass_overflow)

// --- lower_debug.c
place low_place(low *L, LLVMValueRef instruction);
place low_function_place(low *L, LLVMValueRef f);
const char *low_function_name(low *L, LLVMValueRef f);
void low_collect_names(low *L, LLVMValueRef f);
void low_quote_file(low *L,
                    const char *file);  // reports show its lines, unless it belongs to a library or cannot be read
const char *low_value_name(low *L, LLVMValueRef v);             // of a variable, or NULL
ir_type low_value_type(low *L, LLVMValueRef v, ir_type plain);  // as the variable was declared, if it agrees
place low_value_place(low *L, LLVMValueRef v, place other);
LLVMMetadataRef low_variable_type(low *L, LLVMValueRef v);  // of a local variable; NULL
// What the address of a variable is a multiple of, if that is more than its type demands; else 0.
uint32_t low_local_align(low *L, LLVMValueRef alloca, ir_type type);
uint32_t low_global_align(low *L, LLVMValueRef g, ir_type type);
LLVMMetadataRef low_global_variable(low *L, LLVMValueRef g);  // DIGlobalVariable or NULL
LLVMMetadataRef low_di_operand(low *L, LLVMMetadataRef node, unsigned index);
const char *low_di_text(low *L, LLVMMetadataRef node, unsigned index);
ir_type low_di_int(low *L, LLVMMetadataRef di, uint32_t bits);  // integer with source name, else plain

// --- lower_const.c
low_parts low_constant(low *L, LLVMValueRef v);
ir_global low_global(low *L, LLVMValueRef g);
ir_func low_func(low *L, LLVMValueRef f);
void low_pending_globals(low *L);
void low_late_values(low *L);
LLVMValueRef low_strip(LLVMValueRef v);        // behind aliases and casts of constants
const char *low_text(low *L, LLVMValueRef v);  // contents of a constant string, or NULL
bool low_const_offset(low *L, LLVMValueRef gep, int64_t *offset);
ir_operand low_const_int(low *L, LLVMValueRef v);

// --- lower_value.c
bool low_open(const low *L);
__attribute__((format(printf, 2, 3))) void low_unsupported(low *L, const char *fmt, ...);
void low_missing(low *L, LLVMValueRef f);            // the same: a call of f, which has no body
void low_refuse(low *L, const char *text);           // the same of what a model does not do: no gap of the program
ir_operand low_emit(low *L, const ir_instr *proto);  // the result register, or none
ir_operand low_op(low *L, ir_op op, ir_type type, const ir_operand *args, uint32_t n);
ir_operand low_un(low *L, ir_op op, ir_type type, ir_operand a);
ir_operand low_bin(low *L, ir_op op, ir_type type, ir_operand a, ir_operand b);
ir_operand low_select(low *L, ir_type type, ir_operand c, ir_operand a, ir_operand b);
void low_do(low *L, ir_op op, uint32_t sub, const ir_operand *args, uint32_t n);
void low_move(low *L, ir_reg to, ir_operand from);
ir_operand low_fit(low *L, ir_operand v, ir_type to, bool is_signed);  // integer of another width
ir_operand low_num(low *L, ir_type t, uint64_t value);
ir_operand low_absent(low *L, ir_type t, uint64_t kind);
ir_operand low_zero(low *L, ir_type t);
ir_operand low_present(low *L, ir_operand part);  // here it is used: an absent part becomes an input
ir_operand low_drawn(low *L, ir_type t, uint64_t kind);
const char *low_draw_name(uint64_t kind);  // of the input that stands for it
// Else an uninitialised value is used, of this variable (or NULL).
void low_check_set(low *L, ir_operand holds, LLVMValueRef variable);
low_parts low_value(low *L, LLVMValueRef v);
ir_operand low_scalar(low *L, LLVMValueRef v);
low_parts low_new_parts(low *L, uint32_t n);
void low_define(low *L, LLVMValueRef v, low_parts parts);
void low_define1(low *L, LLVMValueRef v, ir_operand part);
// Emits with the register named after the variable that gets the value.
void low_define_op(low *L, LLVMValueRef v, ir_op op, uint32_t sub, ir_type type, const ir_operand *args, uint32_t n);
ir_reg low_result_reg(low *L, LLVMValueRef v, ir_type type);
bool low_used(low *L, LLVMValueRef v);
uint32_t low_bits(const low *L, ir_type t);
bool low_is_ptr(const low *L, ir_type t);
bool low_is_int(const low *L, ir_type t);

// --- lower_arith.c: instructions and constant expressions; true if `op` is theirs
bool low_arith(low *L, LLVMValueRef v, LLVMOpcode op);
ir_operand low_address(low *L, LLVMValueRef gep);

// --- lower_memory.c
bool low_memory(low *L, LLVMValueRef v, LLVMOpcode op);
void low_alloca(low *L, LLVMValueRef v);
low_parts low_load(low *L, LLVMTypeRef t, ir_operand ptr, uint32_t flags);
void low_store(low *L, LLVMTypeRef t, ir_operand ptr, low_parts parts, uint32_t flags);
low_parts low_reinterpret(low *L, LLVMTypeRef from, low_parts parts, LLVMTypeRef to);
ir_operand low_offset(low *L, ir_operand ptr, uint64_t offset);
ir_operand low_local(low *L, ir_type type, ir_operand count, ir_reg dst);
ir_operand low_local_aligned(low *L, ir_type type, uint32_t align);

// --- lower_call.c
void low_call(low *L, LLVMValueRef v);
void low_begin_function(low *L);
ir_operand low_adapt(low *L, ir_operand v, ir_type to, bool *ok);

// --- lower_arguments.c: argc, argv and the environment of main; false: errors in d
bool low_arguments(low *L, LLVMValueRef f, ir_operand *args);

// --- lower_asm.c: a call of inline assembler
void low_asm(low *L, LLVMValueRef call, LLVMValueRef code);

// --- lower_intrinsic.c
void low_intrinsic(low *L, LLVMValueRef v, LLVMValueRef callee);
// --- lower_bits.c
bool low_bits_intrinsic(low *L, LLVMValueRef v, const char *name);
ir_operand low_zeros(low *L, ir_operand v, uint32_t bits, bool above);  // the highest ones, or the lowest
ir_operand low_ones(low *L, ir_operand v, uint32_t bits);
ir_operand low_bytes_reversed(low *L, ir_operand v, uint32_t bits);
// --- lower_model.c
void low_model(low *L, LLVMValueRef v, const char *name);
// --- lower_output.c
bool low_printf(low *L, LLVMValueRef v, const char *name);
void low_output(low *L, LLVMValueRef v, ir_op op);
void low_show(low *L, LLVMValueRef v, ir_op op);
// --- lower_kernel.c: operations of the SystemC kernel
void low_kernel_plain(low *L, LLVMValueRef v, ir_op op);
void low_kernel_process(low *L, LLVMValueRef v, ir_op op);
void low_kernel_wait(low *L, LLVMValueRef v, ir_op op);
void low_kernel_wait_event(low *L, LLVMValueRef v, ir_op op);
void low_kernel_update(low *L, LLVMValueRef v, ir_op op);
void low_kernel_start(low *L, LLVMValueRef v, ir_op op);
void low_kernel_declare(low *L, LLVMValueRef v, ir_op op);

// --- lower_func.c
void low_body(low *L, LLVMValueRef f);
ir_block low_unwind_block(low *L, LLVMValueRef invoke);
uint64_t low_type_id(low *L, LLVMValueRef info);  // selector of a type of exceptions
// --- lower_readonly.c
bool low_is_readonly_global(low *L, LLVMValueRef g);
// As low_memory_type, of a variable: members that are constants are constant fields.
ir_type low_defined_type(low *L, LLVMValueRef g, LLVMMetadataRef di);
ir_type low_local_type(low *L, LLVMValueRef alloca);
bool low_is_readonly(low *L, LLVMValueRef alloca);            // a constant, by what is known of the function's names
bool low_is_rewritten_constant(low *L, LLVMValueRef alloca);  // one that is written again by its name
// No byte lies in both ranges (pointer, bytes, pointer, bytes), or it is a violation; function: that was called, or NULL.
void low_check_apart(low *L, ir_operand ranges[4], ir_apart sub, const char *function);
uint32_t low_init_flag(low *L, LLVMValueRef write, LLVMValueRef to);  // IR_INIT: the write initialises a constant
// --- lower_initial.c
bool low_is_in_declaration(low *L, LLVMValueRef write, LLVMValueRef alloca);  // or it cannot be said
// --- lower_edges.c
typedef VEC(LLVMBasicBlockRef) low_path;
bool low_ends_with_function(LLVMValueRef marker);  // nothing but the return is behind it
bool low_ends_something(low *L, LLVMValueRef marker);
bool low_ends_frame_part(low *L, LLVMValueRef marker);  // something of the program that ends before its frame
void low_end_of_life(low *L, LLVMValueRef marker);
void low_restore_stack(low *L, LLVMValueRef v);
// The blocks that only end lives and that lead on to where a constant says, from this edge on.
void low_find_path(LLVMBasicBlockRef from, LLVMBasicBlockRef to, low_path *out, LLVMBasicBlockRef *next);
// --- lower_unset.c
void low_find_unset(low *L, LLVMValueRef f);
void low_uninit(low *L, LLVMValueRef call);  // a local begins, without a value
bool low_may_be_unset(low *L, LLVMValueRef v);
void low_make_flag(low *L, ir_reg r, LLVMValueRef v);  // r gets a flag, for the kinds of v
bool low_flag(low *L, ir_reg r, ir_reg *flag);
ir_operand low_flag_of(low *L, ir_operand part);  // as an operand
void low_settle(low *L, ir_operand reg);          // here it is used
// --- lower_demand.c
void low_find_needed(low *L, LLVMValueRef f);
bool low_has_effect(LLVMValueRef instruction);  // lowered whether its value is needed or not
bool low_is_pointer_difference(LLVMValueRef sub, LLVMTargetDataRef layout);
// --- lower_dead.c
void low_drop_draws(ir_module *m);  // of a module that was just frozen

#endif
