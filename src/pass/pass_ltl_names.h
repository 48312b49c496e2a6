// Names of a design that a program builds when it runs (SystemC), in formulas of temporal logic.
//
// What a name means is known when the program has declared it (`declare`): the module gets a hidden global per name that holds
// the address, and a function that every `declare` calls with what it says. A name that nothing has when the simulation starts is an
// `unsupported` instruction there: the formula says nothing about such a run.
#ifndef PASS_PASS_LTL_NAMES_H
#define PASS_PASS_LTL_NAMES_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "pass/pass_copy.h"

typedef enum name_kind {
  NAME_SIGNAL,   // the value of a signal, the elements in a fifo, the value of a semaphore
  NAME_MODULE,   // a module, of which a member is read
  NAME_EVENT,    // an event, or a signal that changes
  NAME_POSEDGE,  // a signal that becomes true, or false
  NAME_NEGEDGE,
} name_kind;

// A member of the program's modules: the class that has it, and where. The address of a class' table of virtual functions, which every
// object of it begins with, tells which class an object has.
typedef struct member_of {
  ir_global table;
  uint64_t object;  // offset of the part that `declare` names
  uint64_t offset;
  ir_type type;
} member_of;
typedef VEC(member_of) member_vec;

// `top.req` is what has this hierarchical name, or the member `req` of the module `top`: signals without a name of their own are called signal_0.
typedef struct design_name {
  name_kind kind;
  const char *text;
  member_vec places;  // members with this name that are signals, events or the like
  uint32_t home;      // the name of the module they would be in
  bool may_lack;      // only asked for as a home
  ir_global spelled, address, bytes, is_signed;
} design_name;

typedef struct design_names {
  VEC(design_name) list;
  ir_func bind;
} design_names;

// The number of the name in the list; texts are of `mem`.
uint32_t names_add(design_names *n, const ir_module *m, arena *mem, name_kind kind, const char *text);
void names_fini(design_names *n);
// Globals, and the function that is told of every declaration; the module is not yet frozen.
void names_make(design_names *n, ir_module *m);
void names_define(design_names *n, ir_module *m);  // its body
// A hook for pass_copy.h: before this instruction.
void names_before(design_names *n, pass_copy *c, const ir_instr *i);

// Members with this name that are numbers, of all classes of modules.
void names_members(const ir_module *m, const char *member, member_vec *out);

#endif
