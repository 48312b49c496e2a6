// Where a step stops: forks, violations, cuts, unknowns.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "sem/sem_impl.h"

static expr not_of(const run *r, expr c) { return expr_not(r->m->base.terms, c); }

void fork_put(run *r, sem_succ succ) {
  if (succ.s && pathcond_uncertain(succ.s->pc)) succ.uncertain = true;
  vec_push(&r->out->succs, succ);
}

static place current_place(const run *r) {
  if (!r->f) return PLACE_NONE;
  const ir_func_info *f = r->df->ir;
  return r->f->pc < f->n_code ? f->code[r->f->pc].at : f->at;
}

static act put_unknown(run *r, place at, const char *fmt, va_list ap) {
  strbuf b = {0};
  sb_vprintf(&b, fmt, ap);
  fork_put(r, (sem_succ){.kind = SEM_UNKNOWN, .s = r->s, .message = intern(r->m->texts, sb_text(&b)), .at = at});
  sb_fini(&b);
  r->s = NULL;
  return ACT_STOP;
}

act fork_unknown(run *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  put_unknown(r, current_place(r), fmt, ap);
  va_end(ap);
  return ACT_STOP;
}

act fork_unknown_at(run *r, place at, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  put_unknown(r, at, fmt, ap);
  va_end(ap);
  return ACT_STOP;
}

// The state s violates `check` at the current instruction. If the user does not ask for this kind, the program has no
// defined way to go on either: unknown.
static void put_violation(run *r, state *s, ir_check check, const char *message) {
  DCHECK(s && s->refs == 1, "a violation in a state that others have, too");
  bool asked = r->m->base.options.checks >> check & 1;
  if (!message) message = ir_check_message(check);
  if (!asked) message = sem_text(r->m, "%s, and this is not checked", message);
  fork_put(r, (sem_succ){.kind = asked ? SEM_VIOLATION : SEM_UNKNOWN,
                         .s = s,
                         .check = check,
                         .message = message,
                         .at = current_place(r)});
}

// Assumptions and checks whose outcome is open are effects: the order of a cut and a failing check shows.
static void touch_condition(run *r, touch_mode mode) { mem_touch(r, mode, 0, value_word(0), NULL, 0); }

act fork_violation(run *r, ir_check check, const char *message) {
  DCHECK(r->s && check < IR_CHECK_COUNT, "a run that has ended already");
  touch_condition(r, TOUCH_CHECK);
  put_violation(r, r->s, check, message);
  r->s = NULL;
  return ACT_STOP;
}

act fork_cut(run *r) {
  DCHECK(r->s, "a run that has ended already");
  fork_put(r, (sem_succ){.kind = SEM_CUT, .at = current_place(r)});
  state_unref(r->s);
  r->s = NULL;
  return ACT_STOP;
}

// The footprint so far travels with the state: the step is one step however often it forks.
static void save_touched(const run *r, state *s) {
  state_drop_partial(s);
  size_t size = r->out->touched.len * sizeof(touch);
  if (size == 0) return;
  s->partial = mem_zalloc(sizeof(blob) + size);
  s->partial->hd.refs = 1;
  s->partial->size = size;
  memcpy(s->partial->data, r->out->touched.data, size);
}

void fork_interrupt(run *r, state *s) {
  DCHECK(!s->interrupted, "a step stops once");
  s->interrupted = true;
  s->running = r->p;
  if (r->m->scheduler == &threads_scheduler) {
    s->may_begin = r->may_begin || r->repeats;
    s->jumps = r->jumps;
    s->drawn = 0;
    for (const state_input *in = s->inputs; in != r->inputs; in = in->older) s->drawn++;
  }
  save_touched(r, s);
  fork_put(r, (sem_succ){.kind = SEM_INTERRUPTED, .s = s, .at = current_place(r)});
}

void fork_arrive(run *r, state *s, uint32_t from, uint32_t to) {
  bool back = to <= from && r->m->scheduler == &threads_scheduler;
  uint32_t before = r->jumps;
  if (back && run_jump_ends(r))
    threads_end_step(r, s);
  else
    fork_interrupt(r, s);
  r->jumps = before;
}

void fork_add(run *r, state *s, expr c, smt_answer answer) {
  state_set_pathcond(s, pathcond_add(r->m->base.solver, s->pc, c, answer));
}

// Both answers about a condition. A condition that cannot hold leaves only its negation, without asking again.
static void ask(run *r, expr c, smt_answer *yes, smt_answer *no) {
  smt *solver = r->m->base.solver;
  *yes = pathcond_may(solver, r->s->pc, c);
  *no = *yes == SMT_UNSAT ? SMT_SAT : pathcond_may(solver, r->s->pc, not_of(r, c));
}

// r->s where c holds; the result: where it does not.
static state *split_on(run *r, expr c, smt_answer yes, smt_answer no) {
  DCHECK(yes != SMT_UNSAT && no != SMT_UNSAT, "a side that cannot be");
  state *other = state_fork(r->s);
  r->out->forks = 1;
  fork_add(r, r->s, c, yes);
  fork_add(r, other, not_of(r, c), no);
  return other;
}

// Two states whose frames stand at the given places: what can only fail first, else true.
static void split(run *r, expr c, smt_answer yes, smt_answer no, uint32_t pc_yes, uint32_t pc_no) {
  uint32_t from = r->f->pc;
  const ir_func_info *f = r->df->ir;
  bool no_first = code_is_doomed(r->m, f, pc_no) && !code_is_doomed(r->m, f, pc_yes);
  state *other = split_on(r, c, yes, no);
  if (pc_no != from) state_own_top(other, r->stack)->pc = pc_no;
  if (pc_yes != from) r->f = state_own_top(r->s, r->stack), r->f->pc = pc_yes;
  if (no_first) fork_arrive(r, other, from, pc_no);
  fork_arrive(r, r->s, from, pc_yes);
  if (!no_first) fork_arrive(r, other, from, pc_no);
  r->s = NULL;
}

decision fork_decide(run *r, expr c) {
  smt_answer yes, no;
  ask(r, c, &yes, &no);
  if (yes == SMT_UNSAT) return DECIDE_NO;
  if (no == SMT_UNSAT) return DECIDE_YES;
  state *other = split_on(r, c, yes, no);
  fork_interrupt(r, r->s);
  fork_interrupt(r, other);
  r->s = NULL;
  return DECIDE_FORKED;
}

act fork_branch(run *r, expr c, uint32_t yes_pc, uint32_t no_pc) {
  smt_answer yes, no;
  ask(r, c, &yes, &no);
  if (yes != SMT_UNSAT && no != SMT_UNSAT) {
    fork_arm arms[] = {{c, yes, yes_pc}, {not_of(r, c), no, no_pc}};
    if (merge_arms(r, arms, 2)) return ACT_JUMP;
    split(r, c, yes, no, yes_pc, no_pc);
    return ACT_STOP;
  }
  return run_jump(r, yes == SMT_UNSAT ? no_pc : yes_pc);
}

bool fork_guard(run *r, expr ok, ir_check check, const char *message) {
  if (expr_is_true(r->m->base.terms, ok)) return true;
  touch_condition(r, TOUCH_CHECK);
  smt *solver = r->m->base.solver;
  expr fails = not_of(r, ok);
  smt_answer bad = pathcond_may(solver, r->s->pc, fails);
  if (bad == SMT_UNSAT) return true;
  smt_answer good = pathcond_may(solver, r->s->pc, ok);
  if (good != SMT_UNSAT) {
    state *s = state_fork(r->s);
    fork_add(r, s, ok, good);
    fork_add(r, r->s, fails, bad);
    put_violation(r, r->s, check, message);
    fork_interrupt(r, s);
  } else {
    put_violation(r, r->s, check, message);
  }
  r->s = NULL;
  return false;
}

act fork_check(run *r, const ir_instr *i, value c) {
  ir_check check = (ir_check)i->sub;
  if (!(r->m->base.options.checks >> check & 1)) return ACT_NEXT;
  if (value_is_concrete(c)) return c.bits ? ACT_NEXT : fork_violation(r, check, i->text);
  touch_condition(r, TOUCH_CHECK);
  smt *solver = r->m->base.solver;
  expr fails = not_of(r, c.e);
  smt_answer bad = pathcond_may(solver, r->s->pc, fails);
  if (bad == SMT_UNSAT) return ACT_NEXT;
  smt_answer good = pathcond_may(solver, r->s->pc, c.e);
  state *s = good == SMT_UNSAT ? NULL : state_fork(r->s);
  fork_add(r, r->s, fails, bad);
  put_violation(r, r->s, check, i->text);
  if (s) {
    fork_add(r, s, c.e, good);
    state_own_top(s, r->stack)->pc = r->f->pc + 1;
    fork_interrupt(r, s);
  }
  r->s = NULL;
  return ACT_STOP;
}

act fork_assume(run *r, value c) {
  if (value_is_concrete(c) && c.bits) return ACT_NEXT;
  return r->m->scheduler->assumption_fails(r, c);
}

act fork_assume_or_cut(run *r, value c) {
  touch_condition(r, TOUCH_ASSUME);
  if (value_is_concrete(c)) return fork_cut(r);
  smt_answer may = pathcond_may(r->m->base.solver, r->s->pc, c.e);
  if (may == SMT_UNSAT) return fork_cut(r);
  fork_add(r, r->s, c.e, may);
  return ACT_NEXT;
}

// --- switch --------------------------------------------------------------------------------------------------------

typedef VEC(fork_arm) arm_vec;

static void add_arm(expr_table *t, arm_vec *arms, uint32_t pc, expr when) {
  for (size_t i = 0; i < arms->len; i++) {
    if (arms->data[i].pc == pc) {
      arms->data[i].when = expr_or(t, arms->data[i].when, when);
      return;
    }
  }
  vec_push(arms, ((fork_arm){.pc = pc, .when = when}));
}

// One arm per target that can be taken, in the order of the cases; the default last unless a case shares its target.
static void feasible_arms(run *r, const ir_instr *i, expr v, arm_vec *arms) {
  expr_table *t = r->m->base.terms;
  uint32_t width = expr_width(t, v);
  expr none = expr_bool(t, true);
  for (uint32_t k = 1; k < i->n_args; k++) {
    expr hit = expr_eq(t, v, term_of(r->m, run_operand(r, &i->args[k]), width));
    add_arm(t, arms, r->df->ir->blocks[i->targets[k].id].first, expr_and(t, none, hit));
    none = expr_and(t, none, expr_not(t, hit));
  }
  add_arm(t, arms, r->df->ir->blocks[i->targets[0].id].first, none);
  size_t kept = 0;
  for (size_t k = 0; k < arms->len; k++) {
    arms->data[k].may = pathcond_may(r->m->base.solver, r->s->pc, arms->data[k].when);
    if (arms->data[k].may != SMT_UNSAT) arms->data[kept++] = arms->data[k];
  }
  arms->len = kept;
}

act fork_switch(run *r, const ir_instr *i) {
  value v = run_operand(r, &i->args[0]);
  if (v.obj) return fork_unknown(r, "a switch on the address of an object");
  if (value_is_concrete(v)) {
    uint32_t k = 1;
    while (k < i->n_args) {
      value c = run_operand(r, &i->args[k]);
      if (value_is_concrete(c) && c.bits == v.bits) break;
      k++;
    }
    return run_jump(r, r->df->ir->blocks[i->targets[k < i->n_args ? k : 0].id].first);
  }
  arm_vec arms = {0};
  feasible_arms(r, i, v.e, &arms);
  act result = ACT_JUMP;
  if (arms.len == 1) {
    result = run_jump(r, arms.data[0].pc);
  } else if (arms.len == 0) {
    result = fork_cut(r);
  } else if (!merge_arms(r, arms.data, arms.len)) {
    r->out->forks = 1;
    uint32_t from = r->f->pc;
    for (size_t k = 0; k < arms.len; k++) {
      state *s = k + 1 < arms.len ? state_fork(r->s) : r->s;
      fork_add(r, s, arms.data[k].when, arms.data[k].may);
      state_own_top(s, r->stack)->pc = arms.data[k].pc;
      fork_arrive(r, s, from, arms.data[k].pc);
    }
    r->s = NULL;
    result = ACT_STOP;
  }
  vec_free(&arms);
  return result;
}

// --- small domains -------------------------------------------------------------------------------------------------

static int compare_words(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// All values that e can have in s, up to limit + 1. SMT_UNSAT: that is all of them.
static smt_answer enumerate(run *r, const state *s, expr e, size_t limit, fork_words *out) {
  expr_table *t = r->m->base.terms;
  expr_vec query = {0};
  pathcond_conjuncts(s->pc, &query);
  smt_answer answer = SMT_SAT;
  while (out->len <= limit) {
    model *found = NULL;
    answer = smt_check(r->m->base.solver, query.data, query.len, &found);
    if (answer != SMT_SAT) {
      model_free(found);
      break;
    }
    expr v = expr_eval(t, e, found);
    model_free(found);
    vec_push(out, expr_const_u64(t, v));
    vec_push(&query, expr_ne(t, e, v));
  }
  vec_free(&query);
  qsort(out->data, out->len, sizeof *out->data, compare_words);
  return answer;
}

bool fork_values(run *r, const state *s, expr e, fork_words *out) {
  size_t limit = r->m->base.options.fan_out;
  return enumerate(r, s, e, limit, out) != SMT_UNKNOWN && out->len <= limit;
}

bool fork_concretise(run *r, value v, uint32_t width, const char *what, uint64_t *out) {
  if (value_is_concrete(v)) {
    *out = v.bits;
    return true;
  }
  if (width > 64) {
    fork_unknown(r, "%s is symbolic and wider than 64 bits", what);
    return false;
  }
  fork_words words = {0};
  uint32_t limit = r->m->base.options.fan_out;
  smt_answer answer = enumerate(r, r->s, v.e, limit, &words);
  bool go_on = false;
  if (answer == SMT_UNKNOWN) {
    fork_unknown(r, "%s is symbolic and the solver does not tell its values", what);
  } else if (words.len > limit) {
    fork_unknown(r, "%s is symbolic and has more than %u values", what, limit);
  } else if (words.len == 0) {
    fork_cut(r);
  } else if (words.len == 1) {
    *out = words.data[0];
    go_on = true;
  } else {
    r->out->forks = 1;
    for (size_t i = 0; i < words.len; i++) {
      state *s = i + 1 < words.len ? state_fork(r->s) : r->s;
      expr_table *t = r->m->base.terms;
      fork_add(r, s, expr_eq(t, v.e, expr_const(t, width, words.data[i])), SMT_SAT);
      fork_interrupt(r, s);
    }
    r->s = NULL;
  }
  vec_free(&words);
  return go_on;
}
