// The effective options of a run, made from options.def. Data only: app/options.c parses and judges them.
// Parsed once, then passed as `const options *`; there is no other place where a setting lives.
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/engines.h"

// Values of the OPT_ENUM options, in the order of their texts in options.def (tests/unit/test_options.c compares).
#define OPT_ENGINE_VALUE(name) OPT_ENGINE_##name,
typedef enum opt_engine { OPT_ENGINE_auto, ENGINES(OPT_ENGINE_VALUE) OPT_ENGINE_COUNT } opt_engine;
#define OPT_ENGINE_WORD(name) "|" #name
#define OPT_ENGINE_WORDS "auto" ENGINES(OPT_ENGINE_WORD)
typedef enum opt_por {
  OPT_POR_AUTO,
  OPT_POR_NONE,
  OPT_POR_CT,
  OPT_POR_STUB1,
  OPT_POR_STUB2,
  OPT_POR_CT_MIN,
  OPT_POR_STUB1_MIN,
  OPT_POR_STUB2_MIN,
  OPT_POR_DPOR,
  OPT_POR_DPOR_HBR,
  OPT_POR_DPOR_STUB1,
  OPT_POR_DPOR_STUB2,
  OPT_POR_DPOR_NES,
  OPT_POR_FUTURE,
  OPT_POR_LOCAL,
  OPT_POR_BASIC,
  OPT_POR_AAPOR
} opt_por;
typedef enum opt_match { OPT_MATCH_AUTO, OPT_MATCH_CEQ } opt_match;  // the others by match_method, in the same order
typedef enum opt_frames { OPT_USER_FRAMES, OPT_ALL_FRAMES } opt_frames;
typedef enum opt_when { OPT_AUTO, OPT_NEVER, OPT_ALWAYS } opt_when;  // color, progress
typedef enum opt_order { OPT_ORDER_DECLARATION, OPT_ORDER_NAME } opt_order;
typedef enum opt_map_key { OPT_MAP_KEY_TYPE, OPT_MAP_KEY_PLACE } opt_map_key;
typedef enum opt_map_algorithm { OPT_MAP_ALGORITHM_1, OPT_MAP_ALGORITHM_2 } opt_map_algorithm;
typedef enum opt_pending { OPT_PENDING_IEEE, OPT_PENDING_MULTI } opt_pending;
typedef enum opt_dpor { OPT_DPOR_OPTIMAL, OPT_DPOR_SOURCE, OPT_DPOR_FG, OPT_DPOR_FULL } opt_dpor;
typedef enum opt_dpor_dep { OPT_DPOR_DEP_RW, OPT_DPOR_DEP_ANY } opt_dpor_dep;
typedef enum opt_spin { OPT_SPIN_AWAIT, OPT_SPIN_OFF } opt_spin;
typedef enum opt_lazy { OPT_LAZY_COMPLETE, OPT_LAZY_PLAIN, OPT_LAZY_STATE } opt_lazy;
typedef enum opt_lazy_memo { OPT_LAZY_MEMO_TRACE, OPT_LAZY_MEMO_CALL, OPT_LAZY_MEMO_STATE } opt_lazy_memo;
typedef enum opt_lazy_vary { OPT_LAZY_VARY_SOLVABLE, OPT_LAZY_VARY_ALL } opt_lazy_vary;
typedef enum opt_lazy_next { OPT_LAZY_NEXT_LOWEST, OPT_LAZY_NEXT_ROUND_ROBIN, OPT_LAZY_NEXT_HIGHEST } opt_lazy_next;
typedef enum opt_lazy_cut { OPT_LAZY_CUT_CLOSED, OPT_LAZY_CUT_LONGEST } opt_lazy_cut;
typedef enum opt_lazy_solver { OPT_LAZY_SOLVER_ORDER, OPT_LAZY_SOLVER_SMT, OPT_LAZY_SOLVER_BOTH } opt_lazy_solver;
typedef enum opt_address_reuse {
  OPT_ADDRESS_REUSE_ON,
  OPT_ADDRESS_REUSE_OFF,
  OPT_ADDRESS_REUSE_BYTES
} opt_address_reuse;
typedef enum opt_libc { OPT_LIBC_STANDARD, OPT_LIBC_GLIBC } opt_libc;
typedef enum opt_rand { OPT_RAND_AUTO, OPT_RAND_NONDET, OPT_RAND_LIBC } opt_rand;
typedef enum opt_volatiles { OPT_VOLATILES_PLAIN, OPT_VOLATILES_RELAXED } opt_volatiles;
typedef enum opt_memory_model { OPT_MEMORY_MODEL_SC, OPT_MEMORY_MODEL_TSO, OPT_MEMORY_MODEL_RC11 } opt_memory_model;
typedef enum opt_indexer { OPT_INDEXER_WHOLE, OPT_INDEXER_ATTEMPTS } opt_indexer;
typedef enum opt_domain {
  OPT_DOMAIN_AUTO,
  OPT_DOMAIN_EXPL,
  OPT_DOMAIN_PRED,
  OPT_DOMAIN_BOOL,
  OPT_DOMAIN_BOTH,
  OPT_DOMAIN_WHOLE
} opt_domain;
typedef enum opt_prune { OPT_PRUNE_LAZY, OPT_PRUNE_FULL } opt_prune;
typedef enum opt_search {
  OPT_SEARCH_DFS,
  OPT_SEARCH_BFS,
  OPT_SEARCH_ERR,
  OPT_SEARCH_BEST,
  OPT_SEARCH_WASTAR
} opt_search;
typedef enum opt_states { OPT_STATES_SYMBOLIC, OPT_STATES_EXPLICIT } opt_states;
typedef enum opt_cost { OPT_COST_STORED, OPT_COST_STEPS } opt_cost;
typedef enum opt_ties { OPT_TIES_FIFO, OPT_TIES_LIFO } opt_ties;
typedef enum opt_heap { OPT_HEAP_SITE, OPT_HEAP_TYPE, OPT_HEAP_EXACT } opt_heap;
typedef enum opt_merge { OPT_MERGE_AUTO, OPT_MERGE_ON, OPT_MERGE_OFF } opt_merge;
typedef enum opt_store { OPT_STORE_FULL, OPT_STORE_DIFF, OPT_STORE_COMPACT32, OPT_STORE_COMPACT64 } opt_store;
typedef enum opt_ssr { OPT_SSR_OFF, OPT_SSR_BACKJUMP, OPT_SSR_COUNTER } opt_ssr;
typedef enum opt_visited { OPT_VISITED_EXACT, OPT_VISITED_APPROX, OPT_VISITED_SHAPE, OPT_VISITED_UNION } opt_visited;
typedef enum opt_abstraction { OPT_ABSTRACTION_FLY, OPT_ABSTRACTION_CUBES } opt_abstraction;
typedef enum opt_sets { OPT_SETS_PERSISTENT, OPT_SETS_SOURCE } opt_sets;
typedef enum opt_dep { OPT_DEP_COMMON, OPT_DEP_CLOSURE, OPT_DEP_LEMMA1 } opt_dep;
typedef enum opt_refiner {
  OPT_REFINER_AUTO,
  OPT_REFINER_CORE,
  OPT_REFINER_WP,
  OPT_REFINER_SAMPLES,
  OPT_REFINER_SPACER
} opt_refiner;
typedef enum opt_initprec { OPT_INITPREC_EMPTY, OPT_INITPREC_ALLVARS, OPT_INITPREC_ASSUMES } opt_initprec;
typedef enum opt_predsplit { OPT_PREDSPLIT_ATOMS, OPT_PREDSPLIT_CONJUNCTS, OPT_PREDSPLIT_WHOLE } opt_predsplit;
typedef enum opt_cycles { OPT_CYCLES_WEAK, OPT_CYCLES_FULL, OPT_CYCLES_LITERAL } opt_cycles;
typedef enum opt_fairness { OPT_FAIRNESS_WEAK, OPT_FAIRNESS_STRONG, OPT_FAIRNESS_NONE } opt_fairness;
typedef enum opt_prefer {
  OPT_PREFER_AUTO,
  OPT_PREFER_SMALL,
  OPT_PREFER_TURNS,
  OPT_PREFER_PAIRS,
  OPT_PREFER_PACES
} opt_prefer;
typedef enum opt_refine { OPT_REFINE_ALL, OPT_REFINE_SET } opt_refine;
typedef enum opt_solver { OPT_SOLVER_Z3, OPT_SOLVER_CVC5 } opt_solver;
typedef enum opt_visible { OPT_VISIBLE_AUTO, OPT_VISIBLE_SHARED, OPT_VISIBLE_GUARDED, OPT_VISIBLE_ALL } opt_visible;

typedef struct opt_range {
  bool set;
  int64_t lo, hi;
} opt_range;
typedef struct opt_list {
  const char **items;
  size_t len;
} opt_list;

// One number per option, in table order.
typedef enum option_id {
#define OPT_BOOL(category, field, name, def, where, help) OPTION_##field,
#define OPT_UINT(category, field, name, def, min, max, metavar, where, help) OPTION_##field,
#define OPT_REAL(category, field, name, max, metavar, where, help) OPTION_##field,
#define OPT_ENUM(category, field, name, def, values, where, help) OPTION_##field,
#define OPT_TEXT(category, field, name, def, metavar, where, help) OPTION_##field,
#define OPT_RANGE(category, field, name, metavar, where, help) OPTION_##field,
#define OPT_LIST(category, field, name, metavar, where, help) OPTION_##field,
#include "config/options.def"
#undef OPT_BOOL
#undef OPT_UINT
#undef OPT_REAL
#undef OPT_ENUM
#undef OPT_TEXT
#undef OPT_RANGE
#undef OPT_LIST
  OPTION_COUNT
} option_id;

typedef struct options {
#define OPT_BOOL(category, field, name, def, where, help) bool field;
#define OPT_UINT(category, field, name, def, min, max, metavar, where, help) uint64_t field;
#define OPT_REAL(category, field, name, max, metavar, where, help) double field;
#define OPT_ENUM(category, field, name, def, values, where, help) int field;
#define OPT_TEXT(category, field, name, def, metavar, where, help) const char *field;
#define OPT_RANGE(category, field, name, metavar, where, help) opt_range field;
#define OPT_LIST(category, field, name, metavar, where, help) opt_list field;
#include "config/options.def"
#undef OPT_BOOL
#undef OPT_UINT
#undef OPT_REAL
#undef OPT_ENUM
#undef OPT_TEXT
#undef OPT_RANGE
#undef OPT_LIST
  bool given[OPTION_COUNT];  // written by the user, not a default
} options;

#endif
