// Configurations of the engines and what running one gives.
//
// A configuration is what is counted and drawn in turn: engine, reduction, matching, kind of stateful dynamic
// reduction. Those that the specification calls unsound (4.16) are a list of their own: they must be seen to miss
// errors. A setting adds what is drawn beside it.
#ifndef CONFIGS_CONFIG_H
#define CONFIGS_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "config/options.h"
#include "ir/ir.h"
#include "result/result.h"

typedef struct config {
  opt_engine engine;
  opt_por por;
  int match, sdpor;  // stateful only; sdpor: dynamic reductions only
  bool no_proviso;   // stateful with a static reduction only
  bool by_sets;      // the same: the proviso adds one persistent set at a time
  bool sleep_sets;   // stateless only
} config;

enum { CONFIG_MAX = 288, MAP_OPTIONS = 5 };
size_t config_all(config out[CONFIG_MAX]);
size_t config_unsound(config out[CONFIG_MAX]);
// Those that preserve deadlocks: the sound ones, and static reduction without the proviso (DPE, specification 4.5).
size_t config_deadlock(config out[CONFIG_MAX]);
void config_print(const config *c, strbuf *out);
bool config_maps(const config *c);  // guesses mappings of literals

typedef struct setting {
  config c;
  bool by_name, as_documented, multi;
  bool deadlock;     // the only violation
  bool confirm;      // self-check of matches
  uint32_t mapping;  // options of guessed mappings of literals, see map_words; 0: the defaults
  bool cvc5;         // as the solver, and few layers before it
  bool ranged;       // inputs from GEN_INPUT_LO to GEN_INPUT_HI
} setting;

// The words of the command line, without program and file.
void setting_print(const setting *s, strbuf *out);

typedef struct config_limits {
  uint64_t transitions, depth;  // depth: of stateless search; 0 = none
  const volatile int *stop;     // may be NULL
} config_limits;

typedef struct config_answer {
  verdict verdict;
  grade grade;
  bool limited;    // UNKNOWN because a limit was hit
  bool confirmed;  // UNSAFE: the counterexample replays
  uint64_t transitions, states, refinements;
  char detail[300];  // why UNKNOWN, or why not confirmed, or the violation
} config_answer;

void config_run(const ir_module *m, const setting *s, const config_limits *l, config_answer *out);

#endif
