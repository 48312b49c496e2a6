#include "result/explain_lasso.h"

#include <string.h>

#include "analysis/loops.h"
#include "base/mem.h"
#include "ltl/ltl.h"
#include "result/explain_orders.h"

enum { ROUNDS = 3 };

// One process inside of one execution of a loop.
typedef struct stay {
  uint32_t proc;
  size_t depth;
  machine_frame frame;
  uint32_t loop;
  place at;
} stay;

typedef struct lasso {
  const ir_module *ir;
  result *r;
  machine *m;
  size_t before;            // inputs drawn in the stem
  loops **loops;            // by function, when first asked for
  bool *waits;              // by process: somewhere in the loop it cannot step, or it steps
  bool *able;               // somewhere in the loop it can step
  bool *steps;              // it steps in the loop
  uint32_t first, n_procs;  // the kernel is a process if it has anything to do in the run
  VEC(stay) stays;          // that have lasted since the start of the loop
  bool begun;
  VEC(uint64_t)
  labels;  // by state, from the elaboration to the end of the first round: which conditions of the formula hold
} lasso;

static bool give_input(void *arg, size_t n, machine_input *in) {
  const lasso *l = arg;
  const result_inputs *all = &l->r->inputs;
  if (n >= all->len && all->len > l->before) n = l->before + (n - l->before) % (all->len - l->before);
  if (n >= all->len) return false;
  in->bits = all->data[n].bits;
  if (ir_type_get(l->ir, in->type)->bits == ir_type_get(l->ir, all->data[n].type)->bits) in->limbs = all->data[n].limbs;
  return true;
}

static bool observes(const lasso *l, uint32_t p) { return p && p <= l->ir->n_procs && l->ir->procs[p].observer; }

// --- who stays in loops ----------------------------------------------------------------------------------------------

static const loops *loops_of(lasso *l, uint32_t func) {
  if (!l->loops[func]) l->loops[func] = loops_new(&l->ir->funcs[func]);
  return l->loops[func];
}

static bool makes_progress(const lasso *l, uint32_t p) {
  for (size_t d = 0; d < machine_depth(l->m, p); d++) {
    const char *name = l->ir->funcs[machine_frame_at(l->m, p, d).func.id].name;
    if (name && !strcmp(name, "allways_progress")) return true;
  }
  return false;
}

// A loop of a library is where the user's code has called it.
static place shown_place(const lasso *l, uint32_t p, size_t depth, place own) {
  if (!place_in_library(own.file)) return own;
  for (size_t d = depth; d-- > 0;) {
    machine_frame f = machine_frame_at(l->m, p, d);
    place at = l->ir->funcs[f.func.id].code[f.pc].at;
    if (at.line && !place_in_library(at.file)) return at;
  }
  return own;
}

static void begin_stays(lasso *l, uint32_t p) {
  for (size_t d = 0; d < machine_depth(l->m, p) && !makes_progress(l, p); d++) {
    machine_frame f = machine_frame_at(l->m, p, d);
    const loops *in = loops_of(l, f.func.id);
    for (size_t i = 0; i < in->list.len; i++)
      if (in->list.data[i].has_exit && loops_contain(in, i, f.pc))
        vec_push(&l->stays, ((stay){p, d, f, (uint32_t)i, shown_place(l, p, d, loops_place(in, i))}));
  }
}

static bool lasts(lasso *l, const stay *s) {
  machine_turn turn = machine_turn_of(l->m, s->proc);
  if (turn != MACHINE_TURN_READY && turn != MACHINE_TURN_BLOCKED) return false;
  if (machine_depth(l->m, s->proc) <= s->depth || makes_progress(l, s->proc)) return false;
  machine_frame now = machine_frame_at(l->m, s->proc, s->depth);
  return now.serial == s->frame.serial && now.func.id == s->frame.func.id &&
         loops_contain(loops_of(l, now.func.id), s->loop, now.pc);
}

// --- one state of the loop -------------------------------------------------------------------------------------------

static void look(lasso *l) {
  uint32_t n = machine_max_proc(l->m);
  for (uint32_t p = l->first; p <= n && p <= l->n_procs; p++) {
    machine_turn turn = machine_turn_of(l->m, p);
    bool has_ended = turn == MACHINE_TURN_STOPPED && l->r->violation.check == IR_CHECK_PROGRESS;
    if (turn == MACHINE_TURN_ABSENT || turn == MACHINE_TURN_ENDED || turn == MACHINE_TURN_BLOCKED || has_ended)
      l->waits[p] = true;
    else
      l->able[p] = true;
    if (!l->begun && !observes(l, p) && (turn == MACHINE_TURN_READY || turn == MACHINE_TURN_BLOCKED)) begin_stays(l, p);
  }
  l->begun = true;
  size_t kept = 0;
  for (size_t i = 0; i < l->stays.len; i++)
    if (lasts(l, &l->stays.data[i])) l->stays.data[kept++] = l->stays.data[i];
  l->stays.len = kept;
}

static void put_state(lasso *l, strbuf *out) {
  arena *mem = arena_new();
  left_vec values = {0};
  sb_clear(out);
  machine_put_control(l->m, out);
  orders_look(l->ir, l->m, mem, &values);
  for (size_t i = 0; i < values.len; i++) sb_printf(out, "%s = %s\n", values.data[i].key, values.data[i].same);
  vec_free(&values);
  arena_free(mem);
}

static void note_label(lasso *l) {
  uint64_t holds = 0;
  uint32_t k = 0;
  for (uint32_t p = 1; p <= l->ir->n_procs; p++)
    if (l->ir->procs[p].observer) holds |= (uint64_t)machine_guard_holds(l->m, p) << k++;
  vec_push(&l->labels, holds);
}

// --- the run ---------------------------------------------------------------------------------------------------------

static const char *step(lasso *l, uint32_t p) {
  if (machine_get_status(l->m) != MACHINE_RUNNING || !machine_may_step(l->m, p))
    return "a step of the loop cannot be repeated";
  machine_step(l->m, p);
  if (machine_get_status(l->m) == MACHINE_RUNNING) return NULL;
  bool over = !machine_interleaves(l->m) && machine_get_status(l->m) == MACHINE_FINISHED;
  return over && l->r->loop_from == l->r->schedule.len ? NULL : "the run ends in the loop";
}

static const char *go_round(lasso *l) {
  const char *why = NULL;
  strbuf first = {0}, now = {0};
  put_state(l, &first);
  for (int round = 0; round < ROUNDS && !why; round++) {
    for (size_t i = l->r->loop_from; i < l->r->schedule.len && !why; i++) {
      uint32_t p = l->r->schedule.data[i];
      look(l);
      if (p <= l->n_procs) l->waits[p] = l->steps[p] = true;
      why = step(l, p);
      if (!why && !round) note_label(l);
    }
    put_state(l, &now);
    if (!why && strcmp(sb_text(&first), sb_text(&now))) why = "the loop does not lead back to where it began";
  }
  look(l);
  sb_fini(&first);
  sb_fini(&now);
  return why;
}

static bool any(const lasso *l, machine_turn turn) {
  for (uint32_t p = 1; p <= machine_max_proc(l->m); p++)
    if (!observes(l, p) && machine_turn_of(l->m, p) == turn) return true;
  return false;
}

// The run stays where it is because it has ended, in this way or in that.
static const char *judge_end(lasso *l) {
  if (!machine_interleaves(l->m)) {
    if (machine_get_status(l->m) == MACHINE_RUNNING && machine_may_step(l->m, 0)) machine_step(l->m, 0);
    return machine_get_status(l->m) == MACHINE_FINISHED ? NULL : "the run goes on";
  }
  bool stopped = any(l, MACHINE_TURN_STOPPED), progress = l->r->violation.check == IR_CHECK_PROGRESS;
  if (stopped && !progress) return l->r->violation.check == IR_CHECK_TERMINATION ? "the program ends" : NULL;
  if (any(l, MACHINE_TURN_CUT)) return "an assumption is false";
  if (any(l, MACHINE_TURN_READY)) return "somebody can go on";
  if (l->r->violation.check == IR_CHECK_TERMINATION && !any(l, MACHINE_TURN_BLOCKED)) return "the program ends";
  return NULL;
}

static const char *judge_fairness(const lasso *l) {
  for (uint32_t p = l->first; p <= machine_max_proc(l->m) && !l->r->unfair; p++)
    if (!observes(l, p) && (p > l->n_procs || !l->waits[p]))
      return arena_printf(l->r->mem, "%s could always step and never does", machine_proc_name(l->m, p));
  for (uint32_t p = l->first; p <= l->n_procs && l->r->strong; p++)
    if (!observes(l, p) && l->able[p] && !l->steps[p])
      return arena_printf(l->r->mem, "%s could step again and again and never does", machine_proc_name(l->m, p));
  return NULL;
}

// --- the property ----------------------------------------------------------------------------------------------------

static const char *judge_progress(lasso *l) {
  violation *v = &l->r->violation;
  for (size_t i = 0; i < l->stays.len; i++) {
    const stay *s = &l->stays.data[i];
    bool same_file = s->at.file == v->at.file || (s->at.file && v->at.file && !strcmp(s->at.file, v->at.file));
    if (!same_file || s->at.line != v->at.line) continue;
    bool steps = false;
    for (size_t k = l->r->loop_from; k < l->r->schedule.len; k++) steps |= l->r->schedule.data[k] == s->proc;
    v->proc_name = arena_strdup(l->r->mem, machine_proc_name(l->m, s->proc));
    v->message = arena_printf(l->r->mem,
                              steps ? "%s goes round for ever in a loop that has a way out"
                                    : "%s waits for ever in a loop that has a way out",
                              v->proc_name);
    return NULL;
  }
  return "nobody stays in that loop";
}

static const char *judge_termination(lasso *l) {
  bool empty = l->r->loop_from == l->r->schedule.len;
  l->r->violation.message = empty ? "somebody waits for ever" : "a run goes round for ever";
  return NULL;
}

// The last state of the round is the one that the loop begins with.
static const char *judge_formula(lasso *l) {
  strbuf error = {0};
  ltl *f = l->r->ltl ? ltl_parse(l->r->ltl, &error) : NULL;
  bool empty = l->r->loop_from == l->r->schedule.len;
  size_t n = empty ? l->labels.len : l->labels.len - 1;
  bool holds = f && l->r->loop_from && ltl_holds(f, l->labels.data, n, l->r->loop_from - 1);
  const char *why = !f                 ? "the formula was not saved with it"
                    : !l->r->loop_from ? "the loop begins before the elaboration"
                    : holds            ? "the formula holds for the run"
                                       : NULL;
  l->r->violation.message = l->r->ltl;
  sb_fini(&error);
  ltl_free(f);
  return why;
}

static const char *judge(lasso *l) {
  const char *why = l->r->loop_from == l->r->schedule.len ? judge_end(l) : judge_fairness(l);
  if (why) return why;
  if (l->r->violation.check == IR_CHECK_LTL) return judge_formula(l);
  return l->r->violation.check == IR_CHECK_PROGRESS ? judge_progress(l) : judge_termination(l);
}

const char *lasso_judge(const ir_module *ir, const machine_options *base, result *r) {
  lasso l = {.ir = ir, .r = r, .before = SIZE_MAX};
  machine_options options = *base;
  options.origins = r->origins.data;
  options.n_origins = r->origins.len;
  options.input = give_input;
  options.input_arg = &l;
  l.m = machine_new(ir, &options);
  l.loops = MEM_NEW_N(loops *, ir->n_funcs + 1);
  const char *why = r->loop_from > r->schedule.len ? "the loop begins behind the last step" : NULL;
  for (size_t i = 0; i < r->loop_from && !why; i++) {
    why = step(&l, r->schedule.data[i]);
    if (!why) note_label(&l);
  }
  l.first = machine_interleaves(l.m);
  l.before = machine_inputs_drawn(l.m);
  l.n_procs = machine_max_proc(l.m);
  l.waits = MEM_NEW_N(bool, l.n_procs + 1);
  l.able = MEM_NEW_N(bool, l.n_procs + 1);
  l.steps = MEM_NEW_N(bool, l.n_procs + 1);
  if (!why) why = go_round(&l);
  if (!why) why = judge(&l);
  for (uint32_t f = 1; f <= ir->n_funcs; f++) loops_free(l.loops[f]);
  mem_free(l.loops);
  mem_free(l.waits);
  mem_free(l.able);
  mem_free(l.steps);
  vec_free(&l.stays);
  vec_free(&l.labels);
  machine_free(l.m);
  return why;
}
