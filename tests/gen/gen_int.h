// Shared by the files of the generator: what is in scope and what may still be spent.
//
// Budgets keep programs small: a body that waits or draws inputs lowers them by the number of times it can run. What
// a function does (waits, immediate notifications, inputs) is recorded, so that it is only called where that is legal.
#ifndef GEN_GEN_INT_H
#define GEN_GEN_INT_H

#include "base/rng.h"
#include "base/vec.h"
#include "gen/gen_ivl.h"

typedef struct gen_type {
  const char *name;
  unsigned bits;
  bool is_signed;
} gen_type;
enum { GEN_TYPES = 10, GEN_MAX_PARAMS = 2 };
extern const gen_type gen_types[GEN_TYPES];
enum { GEN_BOOL = 0, GEN_INT = 1 };  // positions in gen_types

typedef enum gen_kind {
  GEN_SCALAR,
  GEN_ARRAY,    // `count` elements
  GEN_POINTER,  // to `type`
  GEN_RECORD,   // fields x, y, z[2]; `count` 1: a pointer to one
} gen_kind;

typedef struct gen_var {
  char name[16];
  gen_kind kind;
  unsigned type, count;
  bool fixed;  // loop counters, inputs in use: never assigned, address never taken
  bool local;
} gen_var;

typedef struct gen_func {
  char name[16];
  int result;  // type, -1 = void
  unsigned n_params;
  struct {
    unsigned type;
    bool pointer;
  } params[GEN_MAX_PARAMS];
  unsigned waits, inputs;
  bool immediate, requests;
} gen_func;

// What the surrounding body allows.
enum { GEN_MAY_WAIT = 1, GEN_MAY_NOTIFY_NOW = 2, GEN_IN_MAIN = 4, GEN_IN_LOOP = 8, GEN_IN_FUNC = 16 };

typedef struct gen {
  rng r;
  const gen_profile *p;
  strbuf *out;
  unsigned indent, next_name, next_label;
  unsigned may;     // bits above
  unsigned repeat;  // how often the current statement can run in one activation of its body
  unsigned waits_left, inputs_left;
  unsigned waits_used, inputs_used;  // by the body being written
  bool immediate_used, requests_used;
  bool pure;   // no calls and no inputs in expressions
  int self;    // number of the thread being written, -1 = none
  int update;  // number of the update function being written, -1 = none
  int result;  // result type of the function being written; -1 = none
  unsigned n_threads, n_updates, n_events, n_event_array;
  bool has_record, has_event_pointer;
  unsigned record_types[2];  // of the fields x, y
  VEC(gen_var) vars;
  VEC(gen_func) funcs;
} gen;

// --- choices
unsigned gen_pick(gen *g, unsigned n);  // 0 .. n-1
bool gen_chance(gen *g, unsigned percent);
unsigned gen_weighted(gen *g, const unsigned *weights, unsigned n);

// --- text
void gen_line(gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void gen_open(gen *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));  // line ending in " {"
void gen_close(gen *g);

// --- expressions, appended to b
void gen_expr(gen *g, unsigned depth, strbuf *b);
void gen_cond(gen *g, unsigned depth, strbuf *b);  // mostly about the values of variables
void gen_const(gen *g, strbuf *b);
void gen_event(gen *g, strbuf *b);
bool gen_lvalue(gen *g, strbuf *b);                        // a scalar place; false if there is none
bool gen_pointer_value(gen *g, unsigned type, strbuf *b);  // null, address or pointer variable of that type
bool gen_address(gen *g, unsigned type, strbuf *b);
bool gen_callable(const gen *g, const gen_func *f);
void gen_call(gen *g, const gen_func *f, strbuf *b);                          // charges the budgets
const gen_var *gen_some_var(gen *g, gen_kind kind, int type, bool to_write);  // type -1 = any; NULL if there is none

// --- declarations and statements
gen_var *gen_declare(gen *g, const char *prefix, gen_kind kind, unsigned type, unsigned count);
void gen_input_decl(gen *g);  // a local input and its assumption
void gen_assert(gen *g);
void gen_wait(gen *g);
void gen_body(gen *g, unsigned statements);   // statements; what they declare stays in scope
void gen_block(gen *g, unsigned statements);  // the same in braces

#endif
