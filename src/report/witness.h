// What both forms of witnesses (GraphML 1.0, YAML 2.0) of the competition on software verification say about a result: the
// task, and for a counterexample the path through the source, line by line and thread by thread.
//
// The path is made by re-executing the schedule. Everything in it is a fact about that run: a place or a value that is
// not known exactly is left out, which makes a witness weaker but never wrong.
#ifndef REPORT_WITNESS_H
#define REPORT_WITNESS_H

#include "base/arena.h"
#include "base/sha256.h"
#include "report/report.h"

typedef struct witness_edge {
  uint32_t thread;  // 0 = main, then in the order of creation
  place at;
  const char *enters;    // function that the thread begins with, on its first edge; else NULL
  uint32_t creates;      // thread, 0 = none
  const char *function;  // the line calls this function, whose result is `value`; else NULL
  const char *value;
  uint32_t closing;  // column of the call's closing parenthesis
} witness_edge;

typedef struct witness {
  VEC(const char *) formulas;  // what is checked: "G ! call(reach_error())"
  char hash[SHA256_TEXT];      // of the program
  char time[32];               // ISO 8601
  VEC(witness_edge) edges;     // of a counterexample; the last one leads to the violation
  uint32_t n_threads;          // that take part
  arena *mem;
} witness;

// False: *why says why there can be no witness. Call witness_free in both cases.
bool witness_make(const report *r, witness *w, const char **why);
void witness_free(witness *w);

#endif
