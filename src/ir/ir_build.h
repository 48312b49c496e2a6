// Building IR: the only way to make it.
//
//   ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
//   ir_func f = ir_func_declare(m, "A", IR_VOID, place); ir_func_begin(m, f); ir_block b = ir_block_new(m); ...
//   ir_emit(...); ir_func_end(m); ...; ir_freeze(m, &why)
//
// One function is open at a time. Strings are interned by the module (NULL names become ""). Constants are truncated
// to their type. While a module is being built its tables in ir.h may already be read, but they move when they grow.
// The block that is begun first is the entry; blocks are numbered anew in the order of their beginning.
// A wrong call is a bug of the caller and ends the process with the reason; who builds from unchecked text asks
// `ir_emit_problem` and `ir_call_problem` first.
#ifndef IR_IR_BUILD_H
#define IR_IR_BUILD_H

#include "ir/ir.h"

ir_module *ir_module_new(const char *language, ir_scheduler scheduler, uint32_t pointer_bits);
void ir_set_properties(ir_module *m, const char *comma_list);
void ir_set_models(ir_module *m, const char *comma_list);             // also of a frozen one
void ir_set_separate(ir_module *m, bool separate);                    // see ir_module.separate
void ir_set_without_arguments(ir_module *m, bool without);            // see ir_module.without_arguments
void ir_set_arguments(ir_module *m, uint32_t n, uint32_t length);     // see ir_module.arguments
void ir_set_seen(ir_module *m, uint32_t made_for, uint32_t partial);  // see there
void ir_set_entry(ir_module *m, ir_func f);
void ir_add_source(ir_module *m, const char *file, const char *text, size_t len);  // copies
const char *ir_name(ir_module *m, const char *s);                                  // interned copy

// Types: equal arguments give equal handles, except records, which are nominal.
#define IR_VOID ((ir_type){0})
ir_type ir_type_int(ir_module *m, uint32_t bits, bool is_signed, const char *name);  // size = power of two bytes
ir_type ir_type_bool(ir_module *m);                                                  // 1 bit, 1 byte
ir_type ir_type_char(ir_module *m);                                                  // signed, 8 bits
ir_type ir_type_event(ir_module *m);                 // 1 byte without contents: its address is the event
ir_type ir_type_float(ir_module *m, uint32_t bits);  // 16, 32, 64, 80, 128
ir_type ir_type_ptr(ir_module *m, ir_type to);
// The element must be complete and the size at most IR_SIZE_MAX: ask ir_array_fits when the count is the user's.
ir_type ir_type_array(ir_module *m, ir_type elem, uint64_t count);
bool ir_array_fits(const ir_module *m, ir_type elem, uint64_t count);
ir_type ir_type_record_declare(ir_module *m, const char *name);
// Lays fields out with natural alignment; `offset` of the given fields is ignored. False if already defined, if
// a field is incomplete (a record cannot hold itself) or if the size exceeds IR_SIZE_MAX; nothing is changed then.
bool ir_type_record_define(ir_module *m, ir_type record, const ir_field *fields, uint32_t n);
// As above with the offsets (ascending, may overlap), size and alignment (a power of two) given: foreign layouts.
bool ir_type_record_define_at(ir_module *m, ir_type record, const ir_field *fields, uint32_t n, uint64_t size,
                              uint32_t align);

ir_global ir_global_add(ir_module *m, const char *name, ir_type type, place at);
void ir_global_init(ir_module *m, ir_global g, uint64_t offset, ir_operand value);
void ir_global_flags(ir_module *m, ir_global g, bool is_const, bool is_thread_local, bool is_hidden);
void ir_global_align(ir_module *m, ir_global g, uint32_t align);  // a power of two; 0: as its type demands
ir_proc ir_proc_add(ir_module *m, const char *name, ir_func f, bool dont_initialize, place at);
void ir_proc_observes(ir_module *m, ir_proc p);  // see ir_proc_info.observer
ir_upd ir_upd_add(ir_module *m, const char *name, ir_func f, place at);

ir_func ir_func_declare(ir_module *m, const char *name, ir_type result, place at);
void ir_func_begin(ir_module *m, ir_func f);  // opens it; parameters are the first registers made
void ir_func_end(ir_module *m);
ir_reg ir_param(ir_module *m, const char *name, ir_type type, place at);
ir_reg ir_reg_new(ir_module *m, const char *name, ir_type type, place at);  // name NULL: a temporary, without place
ir_type ir_reg_type(const ir_module *m, ir_reg r);                          // of the open function
ir_block ir_block_new(ir_module *m);                                        // not yet placed
void ir_block_begin(ir_module *m, ir_block b);  // following instructions go there; each block once
bool ir_block_ended(const ir_module *m);        // the current block has its last instruction (or none is open)

ir_operand ir_reg_operand(const ir_module *m, ir_reg r);
ir_operand ir_int(ir_module *m, ir_type type, uint64_t value);
ir_operand ir_wide(ir_module *m, ir_type type, const uint64_t *limbs);
ir_operand ir_null(ir_module *m, ir_type ptr);
ir_operand ir_global_addr(ir_module *m, ir_global g, uint64_t offset);  // type: pointer to the global's type
ir_operand ir_func_addr(ir_module *m, ir_func f);
ir_operand ir_proc_operand(ir_module *m, ir_proc p);
ir_operand ir_upd_operand(ir_module *m, ir_upd u);

// General form: appends to the current block. All arrays are copied. Returns the instruction for rare extras.
// Operand types that follow from the operand (register, global, function, process) are set here, and an extension or
// truncation to the same width becomes a `mov`.
ir_instr *ir_emit(ir_module *m, const ir_instr *proto);
// Why ir_emit would refuse this instruction here, or NULL. A call of a function whose body does not stand yet is
// compared with it later: by ir_call_problem and ir_freeze.
const char *ir_emit_problem(ir_module *m, const ir_instr *proto);
// Why this call, spawn or request_update does not fit the function it names, or NULL.
const char *ir_call_problem(const ir_module *m, const ir_instr *i);
// Shorthands; each returns the result register where there is one. `type` is the instruction's type: for `local` and
// `new` the type of the object, the result is then a pointer to it; ir_emit_to takes it from `dst`.
ir_operand ir_emit_value(ir_module *m, ir_op op, ir_type type, const ir_operand *args, uint32_t n, place at);
ir_operand ir_emit_unary(ir_module *m, ir_op op, ir_type type, ir_operand a, place at);
ir_operand ir_emit_binary(ir_module *m, ir_op op, ir_type type, ir_operand a, ir_operand b, place at);
void ir_emit_to(ir_module *m, ir_reg dst, ir_op op, const ir_operand *args, uint32_t n, place at);
void ir_emit_void(ir_module *m, ir_op op, uint32_t sub, const ir_operand *args, uint32_t n, place at);
void ir_emit_store(ir_module *m, ir_type type, ir_operand ptr, ir_operand value, place at);
void ir_emit_rmw(ir_module *m, ir_rmw op, ir_type type, ir_operand ptr, ir_operand value, place at);
void ir_emit_jump(ir_module *m, ir_block to, place at);
void ir_emit_branch(ir_module *m, ir_operand cond, ir_block yes, ir_block no, place at);
void ir_emit_check(ir_module *m, ir_check kind, ir_operand cond, const char *message, place at);
void ir_emit_unsupported(ir_module *m, const char *what, place at);

// Ends building: seals tables, checks well-formedness (ir_check_module). False: *why says what is wrong and where
// (a bug of the front end, or bad .air text).
bool ir_freeze(ir_module *m, const char **why);
// Well-formedness of a frozen module; NULL if fine, else a description (module memory).
const char *ir_check_module(const ir_module *m);

#endif
