// The abstract reachability graph, its precision and what the parts of the engine share [AAPOR].
//
// A node has an exact discrete part (a location per process, mutex owners, who is inside of an atomic region, values of
// the
// variables that decide about joins and locks) and a data part: values of tracked variables and literals of predicates.
// Nodes are never reused; a removed node keeps its number. The precision only grows.
#ifndef ENGINE_CEGAR_ARG_H
#define ENGINE_CEGAR_ARG_H

#include "engine/cegar/kernel.h"
#include "engine/engine.h"

typedef enum cegar_domain { DOMAIN_EXPL = 1, DOMAIN_PRED = 2, DOMAIN_BOTH = 3 } cegar_domain;  // bits
typedef enum cegar_por { CEGAR_NONE, CEGAR_LOCAL, CEGAR_BASIC, CEGAR_AAPOR } cegar_por;

typedef struct cegar_config {
  cegar_domain domain;
  bool combine;  // predicates in combination: one successor per combination of truth values
  bool lazy, large_blocks, rw;
  bool source;        // sets grow by races of the graph instead of being closed at once
  bool turns, pairs;  // processes take turns at their loops; only the first two that can go on
  bool paces;         // a turn is as many rounds as the loop's pace
  cegar_por por;
  opt_dep dep;
  opt_cycles cycles;
  opt_search search;
  opt_refiner refiner;
  opt_predsplit split;
  opt_initprec initial;
  const char *track;
  uint32_t max_enum;
} cegar_config;

typedef struct binding {
  uint32_t var;
  expr value;
} binding;
typedef VEC(binding) binding_vec;  // ascending
typedef VEC(uint32_t) id_vec;

typedef struct pred {
  expr term;
  id_vec vars;
} pred;

typedef struct precision {
  bitset tracked;     // variables; those of predicates are in `used` only
  id_vec track_list;  // the same, ascending
  bitset used;        // all that an abstract variable speaks of, and all discrete objects
  VEC(pred) preds;
  map64 pred_index;  // term -> number
  uint32_t version;
  uint32_t *class_of;  // by variable: representative of those linked by predicates
  bitset wide;         // tracked variables that took too many values: predicates speak of them instead
  map64 values;        // variable and value: was it seen?
  uint32_t *n_values;  // by variable
  bool wants_copies;   // some variable has many: precision_track_copies
} precision;

typedef struct adata {
  binding_vec values;
  id_vec literals;  // 2 * predicate + (negated), ascending
} adata;

struct anode {
  uint32_t id, parent, edge;
  uint32_t *locs;         // by instance; 0: not started
  uint32_t holder;        // instance that is inside of an atomic region, 0: none
  uint32_t turn, rounds;  // whose turn it is, and how many of its rounds it has made
  binding_vec exact;      // values of the variables that decide about processes and mutexes
  binding_vec owners;     // mutexes by address; `var` is the instance that holds it
  ckern *kern;            // of a simulation, else NULL
  const char *lost;       // why it is not known what the discrete part does next, or NULL
  place lost_at;
  adata data;
  uint64_t hash;  // of the discrete part
  id_vec children, covers;
  uint32_t covered_by;
  bitset enabled, chosen;   // instances
  bitset left_out, inside;  // validity sets: futures of the left-out, actions of the chosen (Algorithm 3)
  bool removed, expanded, queued, error;
  uint32_t depth;
};

typedef struct cover_shape {  // what data parts speak of
  id_vec vars, preds;
  uint32_t next;  // of the same discrete part
} cover_shape;

typedef struct cover_entry {
  uint32_t node, next;
} cover_entry;

typedef struct cover_index {  // nodes that may cover others (cover.c)
  map64 first_shape;          // by hash of the discrete part
  VEC(cover_shape) shapes;    // 0 unused, so below
  map64 first_entry;          // by shape and what is said about it
  VEC(cover_entry) entries;
} cover_index;

typedef struct memo_entry {
  uint32_t edge, next;  // next with the same key, 0: none
  size_t terms;         // where they begin
} memo_entry;

typedef struct step_memo {  // memo.c
  map64 index;
  VEC(memo_entry) entries;  // 0 unused
  expr_vec terms;           // of each entry: what was known, then guard and new values
  expr_vec known;           // scratch
} step_memo;

typedef struct queued {
  uint64_t key;
  uint32_t node;
} queued;

struct cegar {
  engine_ctx *ctx;
  cfa *c;
  expr_table *t;
  smt *solver;
  cegar_config config;
  precision prec;
  bitset exact_vars;  // variables that must be known exactly
  id_vec exact_list;  // the same, ascending
  VEC(anode) nodes;   // 0 unused
  cover_index index;
  step_memo memo;
  VEC(queued) queue;  // heap
  uint64_t sequence;
  // counters
  uint64_t iterations, explored, covered;
  uint64_t slice, explored_before, effort_before;  // effort after which arg_build rests, 0: none; what was before
  double time_build, time_refine, time_check;
  uint32_t stale;    // paths removed since the precision grew
  bool mined;        // samples were looked at
  bool lost_noted;   // a run comes to a node that is lost: UNKNOWN, or an error elsewhere
  const char *lost;  // of the node that is being made
  place lost_at;
  expr_vec guesses;  // relations of some of the sampled states, not used yet
};

bool cegar_slice_is_over(const cegar *g);

// --- arg.c
void arg_begin(cegar *g);      // one root
void arg_drop(cegar *g);       // nothing left
uint32_t arg_build(cegar *g);  // error node, or 0: complete (or a limit was hit)
void arg_remove_subtree(cegar *g, uint32_t node, bool itself);
void arg_requeue(cegar *g, uint32_t node);
void arg_uncover_all(cegar *g, uint32_t node);                               // those that `node` covers
void arg_path(const cegar *g, uint32_t node, id_vec *edges, id_vec *nodes);  // from the root; nodes has one more

void arg_first(cegar *g, anode *root);  // the state before the run
void arg_free_node(anode *n);
const char *arg_fault(const cegar *g);  // arg_fault.c: what is wrong with the graph, all nodes looked at; NULL: nothing

// --- cover.c
void cover_begin(cegar *g);
void cover_drop(cegar *g);
void cover_note(cegar *g, uint32_t node);                          // it was expanded, or has learnt more
uint32_t cover_find(const cegar *g, const anode *n);               // the node that stands for n, 0: none
bool cover_holds(const cegar *g, const anode *m, const anode *n);  // may m stand for n?

// --- discrete.c
bool discrete_enabled(cegar *g, const anode *n, uint32_t inst);
void discrete_apply(cegar *g, const anode *from, const cedge *e, anode *to);
void discrete_note_lost(cegar *g, anode *n);  // what was found out since the last time belongs to n
bool discrete_hopeless(const cegar *g, const anode *n);
expr discrete_subst(cegar *g, const anode *n, const cedge *e, expr term);
expr discrete_result(cegar *g, const anode *n,
                     const cedge *e);  // what `result` stands for; EXPR_NONE: nothing, or not known
expr binding_value(const binding_vec *known, uint32_t var);  // EXPR_NONE: there is none
// Has the step e changed which variables of this process matter?
static inline bool edge_moves(const cedge *e, uint32_t inst) {
  return inst == e->inst || (e->sync == CSYNC_SPAWN && inst == e->child);
}
void discrete_find_exact(cegar *g);
uint64_t discrete_hash(const cegar *g, const anode *n);
bool discrete_same(const cegar *g, const anode *a, const anode *b);
// The process or mutex that a blocked process waits for.
bool discrete_waits_for(cegar *g, const anode *n, uint32_t inst, uint32_t *joined, expr *mutex);

// --- memo.c
// Guard and new values of a step, over what is not known before it; only where the precision has no predicates. Valid until the
// next call.
const expr *memo_step(cegar *g, const anode *n, const adata *from, const cedge *e);
void memo_drop(cegar *g);

// --- domain.c
typedef VEC(adata) adata_vec;
void adata_fini(adata *d);
adata domain_initial(cegar *g);
// Abstract successors of the data part along e; none: infeasible. `to` has its locations already.
void domain_post(cegar *g, const anode *n, const adata *from, const cedge *e, const anode *to, adata_vec *out);
bool domain_excludes(cegar *g, const anode *n, const cedge *e);  // by values alone; false: perhaps
bool domain_leq(const adata *a, const adata *b);                 // all that b says, a says
bool domain_same(const adata *a, const adata *b);

// --- precision.c
void precision_begin(cegar *g);
void precision_fini(cegar *g);
bool precision_track(cegar *g, uint32_t var);  // true: new
bool precision_track_few(cegar *g);            // few.c: all that have few values; true: there are some
bool precision_add(cegar *g, expr term);       // true: new; constants and single inputs are not
bool precision_add_split(cegar *g, expr term);
// Counts the values of a variable. False: it has too many to be told apart, and predicates can do instead.
bool precision_keeps_value(cegar *g, uint32_t var, expr value);
// A variable takes many values: perhaps what would bound it is a guard on a copy that is not tracked. Registers that only repeat
// what is tracked are tracked too. They belong to one process, so no set of the reduction becomes invalid.
void precision_track_copies(cegar *g);
expr precision_literal(const cegar *g, uint32_t literal);
bool cfa_var_matters(const cfa *c, uint32_t var, const uint32_t *locs);

// --- por.c
void por_choose(cegar *g, anode *n);                            // n->enabled, chosen, validity
uint32_t por_rank(const cegar *g, const anode *n, uint32_t p);  // how long until it is its turn
bool por_revalidate(cegar *g, anode *n);                        // true: n->chosen grew
// The set of an expanded node is closed again: what a process may still touch is by_inst (writes in the upper half),
// NULL: what the automata say. True: n->chosen grew.
bool por_close(cegar *g, anode *n, const bitset *by_inst);
uint32_t por_check_races(cegar *g);   // nodes whose sets grew by a race that the graph shows
uint32_t por_check_cycles(cegar *g);  // nodes whose sets grew, so that nobody is passed over

// --- refine.c
typedef enum refine_end { REFINE_DONE, REFINE_FEASIBLE, REFINE_STUCK, REFINE_UNKNOWN } refine_end;
refine_end refine_path(cegar *g, uint32_t error_node);

// --- mine.c: relations that sample runs suggest, once; true: the precision grew
bool refine_by_samples(cegar *g);
bool refine_by_guesses(cegar *g);  // those that hold in a part of the states only

// --- follow.c: executes the path through the step interface. True: the violation was found and recorded.
bool follow_path(cegar *g, uint32_t error_node);

// --- dot.c
void arg_write_dot(const cegar *g, FILE *out);

#endif
