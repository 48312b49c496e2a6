// A driver around a library: operations and statements of the command line become a program in C or C++ that calls the functions of a
// file. Text in, text out; nothing here runs a compiler.
//
// Places of the driver's text that come from the command line are those of the option (`--threads:1:14`), by #line and blanks.
#ifndef FRONT_HARNESS_HARNESS_H
#define FRONT_HARNESS_HARNESS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

// Conditions of consistency (Herlihy and Wing 1990; Aspnes, Herlihy, Shavit 1994): is there an order of the calls in which the sequential
// code returns the same, and that keeps
typedef enum harness_condition {
  HARNESS_LINEARIZABLE,  // calls that were over before others began before those
  HARNESS_SEQUENTIAL,    // the order of each client
  HARNESS_QUIESCENT      // calls that a moment without any separates
} harness_condition;

enum { HARNESS_MOST_ORDERS = 100 };  // of the calls of a history

typedef struct harness {
  const char *file;  // the library: included by the driver
  bool cxx;
  bool printed;  // to be read and edited: no #line, includes the file itself
  // Texts of the options of these names; "" if not given.
  const char *decl, *setup, *threads, *finally;
  // Instead of threads: clients that call operations so many times each.
  const char *operations;
  uint32_t clients, calls;
  uint32_t asked;            // bit per harness_condition: what the histories of calls and results are compared with
  const char *const *known;  // variables that are assigned first in these texts, and that the file declares
  size_t n_known;
} harness;

// A part of a text, without the blanks around it.
typedef struct harness_piece {
  const char *option;  // "--threads"
  const char *text;    // all of it
  size_t from, to;
} harness_piece;
typedef VEC(harness_piece) harness_pieces;

// `NAME = VALUE` as a statement: the first such declares NAME, unless the program does.
typedef struct harness_variable {
  const char *name;
  harness_piece value;
} harness_variable;
typedef VEC(harness_variable) harness_variables;

// The text at the separators that stand outside of brackets, literals and comments; || separates nothing.
void harness_split(const char *option, const char *text, char separator, harness_pieces *out);
// Arguments that are drawn: `?`, or `?LO..HI`, as a whole argument of a call.
typedef struct harness_hole {
  size_t from, to;  // in the text of the option
  bool ranged;
  long long lo, hi;
} harness_hole;
typedef VEC(harness_hole) harness_holes;
void harness_find_holes(const harness_piece *operation, harness_holes *out);
// What the texts assign, each name once, in an order in which values can be computed. Names live in mem.
void harness_assigned(const harness *h, arena *mem, harness_variables *out);
// False: *error says which option has a text that cannot be meant.
bool harness_judge(const harness *h, strbuf *error);
void harness_driver(const harness *h, strbuf *out);
// h->asked: the program that the driver compares with, compiled apart behind the specification: it defines harness_spec_setup and
// harness_spec_call; whoever links it adds harness_spec_reset.
void harness_specification(const harness *h, strbuf *out);
// A program that is not compiled but looked at: clang says which of the variables the file does not declare.
void harness_probe(const harness *h, const harness_variables *variables, strbuf *out);

#endif
