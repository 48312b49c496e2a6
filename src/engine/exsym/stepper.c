#include "engine/exsym/stepper.h"

#include "base/mem.h"
#include "engine/search/concrete.h"
#include "sem/forms.h"
#include "state/keyset.h"

void stepper_clear(stepper *st) {
  for (size_t i = 0; i < st->next.len; i++) state_unref(st->next.data[i].s);
  vec_clear(&st->next);
  vec_clear(&st->failed);
  vec_clear(&st->records);
  vec_clear(&st->choices);
  st->ends = 0;
}

void stepper_fini(stepper *st) {
  stepper_clear(st);
  vec_free(&st->next);
  vec_free(&st->failed);
  vec_free(&st->records);
  vec_free(&st->choices);
  vec_free(&st->work);
  vec_free(&st->concrete);
  sem_out_fini(&st->out);
}

// --- records -------------------------------------------------------------------------------------------------------

void record_number(byte_vec *out, uint64_t x) {
  vec_reserve(out, out->len + KEY_MAX);
  out->len = (size_t)(key_put(out->data + out->len, x) - out->data);
}

uint64_t record_read(const uint8_t **at) {
  uint64_t x;
  *at = key_get(*at, &x);
  return x;
}

// In the first number, below the process.
enum { HAS_CHOICES = 1, HAS_INPUTS = 2, HAS_CHAIN = 4, FLAG_BITS = 3 };

// A copy of the record at the end of all, with one part more.
static void copy_record(byte_vec *records, size_t from, size_t len, unsigned flag) {
  vec_reserve(records, records->len + len + KEY_MAX);
  const uint8_t *at = records->data + from, *end = at + len;
  record_number(records, record_read(&at) | flag);
  memcpy(records->data + records->len, at, (size_t)(end - at));
  records->len += (size_t)(end - at);
}

void record_chain(byte_vec *records, successor *v, uint64_t length) {
  if (!length) return;
  uint32_t at = (uint32_t)records->len;
  copy_record(records, v->record, v->length, HAS_CHAIN);
  record_number(records, length);
  v->record = at;
  v->length = (uint32_t)records->len - at;
}

// The process and the choices that lead to the outcome: those of `u`, and `last` if there was a choice.
static successor begin_record(stepper *st, const unfinished *u, proc_id p, uint32_t last, bool chosen) {
  DCHECK(u->choices + u->n <= st->choices.len, "choices that were not made");
  successor r = {.record = (uint32_t)st->records.len};
  uint32_t n = u->n + chosen;
  record_number(&st->records, (uint64_t)p << FLAG_BITS | (n ? HAS_CHOICES : 0));
  if (n) record_number(&st->records, n);
  for (uint32_t i = 0; i < u->n; i++) record_number(&st->records, st->choices.data[u->choices + i]);
  if (chosen) record_number(&st->records, last);
  return r;
}

static void end_record(const stepper *st, successor *r) { r->length = (uint32_t)st->records.len - r->record; }

static uint32_t inputs_since(const state *s, const state_input *old) {
  uint32_t n = 0;
  for (const state_input *in = state_inputs(s); in != old; in = in->older) n++;
  return n;
}

// The values that the inputs drawn since `old` have got, the newest first. One that was not fixed is NO_VALUE, a value v is v
// + FIRST_VALUE, or where that is too large, v behind LARGE_VALUE.
enum { NO_VALUE, LARGE_VALUE, FIRST_VALUE };

static void record_inputs(stepper *st, const state *s, const state_input *old) {
  const expr_table *t = st->ctx->sem->terms;
  record_number(&st->records, inputs_since(s, old));
  for (const state_input *in = state_inputs(s); in != old; in = in->older) {
    bool fixed = expr_is_const(t, in->literal);
    uint64_t bits = fixed ? expr_const_u64(t, in->literal) : 0;
    bool large = bits > UINT64_MAX - FIRST_VALUE;
    record_number(&st->records, !fixed ? NO_VALUE : large ? LARGE_VALUE : bits + FIRST_VALUE);
    if (large) record_number(&st->records, bits);
  }
}

// True: the input was fixed to *bits.
static bool read_input(const uint8_t **at, uint64_t *bits) {
  uint64_t x = record_read(at);
  *bits = x == LARGE_VALUE ? record_read(at) : x - FIRST_VALUE;
  return x != NO_VALUE;
}

const uint8_t *record_end(const uint8_t *at) {
  uint64_t flags = record_read(&at), bits;
  for (uint64_t n = flags & HAS_CHOICES ? record_read(&at) : 0; n > 0; n--) record_read(&at);
  for (uint64_t n = flags & HAS_INPUTS ? record_read(&at) : 0; n > 0; n--) read_input(&at, &bits);
  if (flags & HAS_CHAIN) record_read(&at);
  return at;
}

// --- one step ------------------------------------------------------------------------------------------------------

// Explicit: one successor per assignment of values to the inputs that are left in the state.
static void add_concrete(stepper *st, state *s, successor like, const state_input *old) {
  size_t from = like.record, len = st->records.len - from;
  vec_clear(&st->concrete);
  concrete_states(st->ctx, s, &st->concrete);
  for (size_t i = 0; i < st->concrete.len; i++) {
    state *c = st->concrete.data[i];
    successor one = {.s = c, .record = (uint32_t)st->records.len};
    bool drew = inputs_since(c, old) > 0;
    copy_record(&st->records, from, len, drew ? HAS_INPUTS : 0);
    if (drew) record_inputs(st, c, old);
    end_record(st, &one);
    vec_push(&st->next, one);
  }
}

// Nothing later looks at how a concrete state got its values.
static void forget(state *s) {
  if (state_pathcond(s) || state_inputs(s)) state_forget_history(s);
}

static void add_next(stepper *st, state *s, successor r, const state_input *old) {
  if (!st->is_explicit) {
    r.s = s;
    end_record(st, &r);
    vec_push(&st->next, r);
    return;
  }
  size_t first = st->next.len;
  add_concrete(st, s, r, old);
  for (size_t i = first; st->forgets && i < st->next.len; i++) forget(st->next.data[i].s);
}

static void note_end(stepper *st, const sem_succ *v) {
  counters *c = &st->ctx->result->counters;
  st->ends += v->kind != SEM_CUT;
  if (st->probing) return;
  if (v->kind == SEM_FINAL) c->executions++;
  if (v->kind == SEM_CUT) c->infeasible++;
  if (v->kind != SEM_UNKNOWN) return;
  c->truncated++;
  engine_note_unknown(st->ctx, v->at, v->message);
}

static void take_successor(stepper *st, unfinished *u, proc_id p, uint32_t number, const state_input *old) {
  sem_succ *v = &st->out.succs.data[number];
  bool chosen = st->out.succs.len > 1;
  switch (v->kind) {
  case SEM_NEXT:
    add_next(st, v->s, begin_record(st, u, p, number, chosen), old);
    v->s = NULL;
    return;
  case SEM_INTERRUPTED: {
    unfinished more = {v->s, (uint32_t)st->choices.len, u->n + chosen};
    for (uint32_t i = 0; i < u->n; i++) vec_push(&st->choices, st->choices.data[u->choices + i]);
    if (chosen) vec_push(&st->choices, number);
    vec_push(&st->work, more);
    v->s = NULL;
    return;
  }
  case SEM_VIOLATION: {
    successor r = begin_record(st, u, p, number, chosen);
    end_record(st, &r);
    vec_push(&st->failed, r);
    return;
  }
  case SEM_FINAL:
  case SEM_CUT:
  case SEM_UNKNOWN: note_end(st, v); return;
  }
  UNREACHABLE("unknown kind of successor");
}

static void call_step(stepper *st, state *s, proc_id p) {
  counters *c = &st->ctx->result->counters;
  c->transitions++;
  st->ctx->limits->transitions++;
  sem_out_clear(&st->out);
  sem_step(st->ctx->sem, s, p, &st->out);
  if (st->probing) return;
  c->forks += st->out.forks;
  c->deadlocks += st->out.deadlock;
}

static bool several(const stepper *st) { return st->next.len + st->failed.len + st->ends > 1; }

void stepper_run(stepper *st, state *s, proc_id p) {
  const state_input *old = state_inputs(s);
  vec_clear(&st->work);
  vec_push(&st->work, ((unfinished){.s = s}));
  for (size_t k = 0; k < st->work.len; k++) {
    unfinished u = st->work.data[k];
    if (st->probing && several(st)) {  // which they are does not matter
      state_unref(u.s);
      continue;
    }
    call_step(st, u.s, p);
    for (uint32_t i = 0; i < st->out.succs.len; i++) take_successor(st, &u, p, i, old);
  }
  sem_out_clear(&st->out);
}

// --- chains --------------------------------------------------------------------------------------------------------

// The only successor of s, which p makes; NULL: there are others, or it is no state.
static state *only_successor(stepper *st, state *s, proc_id p) {
  state *only = NULL;
  st->probing = true;
  stepper_run(st, state_fork(s), p);
  st->probing = false;
  if (st->next.len == 1 && st->failed.len == 0 && st->ends == 0) {
    only = st->next.data[0].s;
    vec_clear(&st->next);
  }
  stepper_clear(st);
  return only;
}

state *stepper_single(stepper *st, state *s, proc_id *p) {
  proc_vec enabled = {0};
  engine_enabled(st->ctx, s, &enabled);
  bool alone = enabled.len == 1;
  if (alone) *p = enabled.data[0];
  vec_free(&enabled);
  if (!alone || (st->known_ends && ends_known(st->known_ends, st->ctx->sem, s, *p))) return NULL;
  state *only = only_successor(st, s, *p);
  if (!only && st->known_ends) ends_note(st->known_ends, st->ctx->sem, s, *p);
  return only;
}

// Positions are ordered as execution without loops passes them: by the call that is being executed in the outermost frame, then
// by the one inside it. Whoever repeats a piece of code for ever goes back in this order again and again.
bool stepper_jumped_back(sem *m, const state *before, const state *after, proc_id p) {
  if (p == PROC_KERNEL) return false;  // it has no code of its own
  sem_chain a = {0}, b = {0};
  sem_location(m, before, p, &a);
  sem_location(m, after, p, &b);
  bool decided = false, back = b.len == a.len;
  for (size_t i = 0; i < a.len && i < b.len && !decided; i++) {
    decided = a.data[i].func != b.data[i].func || a.data[i].pc != b.data[i].pc;
    if (decided) back = a.data[i].func != b.data[i].func || b.data[i].pc < a.data[i].pc;
  }
  vec_free(&a);
  vec_free(&b);
  return back;
}

// --- again ---------------------------------------------------------------------------------------------------------

static void fix_recorded(stepper *st, state *s, const state_input *old, const uint8_t **at) {
  uint64_t n = record_read(at), bits;
  model *values = model_new();
  expr_table *t = st->ctx->sem->terms;
  const state_input *in = state_inputs(s);
  for (uint64_t i = 0; i < n; i++) {
    bool fixed = read_input(at, &bits);
    if (in == old) continue;
    if (fixed) model_set(values, in->literal, expr_const(t, expr_width(t, in->literal), bits));
    in = in->older;
  }
  sem_fix_inputs(st->ctx->sem, s, values);
  model_free(values);
}

bool record_replay(stepper *st, state *s, const uint8_t **at, proc_id *p, uint64_t *chain, sem_succ *out) {
  const state_input *old = state_inputs(s);
  uint64_t flags = record_read(at), choices = flags & HAS_CHOICES ? record_read(at) : 0;
  *p = (proc_id)(flags >> FLAG_BITS);
  *chain = 0;
  for (;;) {
    sem_out_clear(&st->out);
    sem_step(st->ctx->sem, s, *p, &st->out);
    size_t n = st->out.succs.len, number = 0;
    bool lost = n == 0 || (n > 1 && choices == 0);
    if (n > 1 && !lost) {
      number = record_read(at);
      choices--;
    }
    if (lost || number >= n) return false;
    *out = st->out.succs.data[number];
    st->out.succs.data[number].s = NULL;
    if (out->kind != SEM_INTERRUPTED) break;
    s = out->s;
  }
  if (choices == 0 && out->kind == SEM_VIOLATION) return true;
  if (choices == 0 && out->kind == SEM_NEXT) {
    if (flags & HAS_INPUTS) fix_recorded(st, out->s, old, at);
    if (flags & HAS_CHAIN) *chain = record_read(at);
    return true;
  }
  state_unref(out->s);
  return false;
}
