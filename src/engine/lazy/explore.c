// The search: calls, what is settled, which calls were made before.
#include "engine/lazy/lazy.h"

#include <string.h>

// --- what is settled -----------------------------------------------------------------------------------------------------------

// Sections: u1, the planned part, the rest. A pair is not settled if it lies in two sections, ends in the rest, or lies in the
// planned part without having been planned; its first event is then to be varied.
static bool offends(const lazy *z, const lazy_call *c, uint32_t n1, uint32_t end, uint32_t i, uint32_t j) {
  if (j >= end) return true;
  if (j < n1) return false;
  if (i < n1) return true;
  return lazy_find_pair(c, z->from.data[i - n1], z->from.data[j - n1]) == UINT32_MAX;
}

// So far back that nothing behind depends on what is settled.
static uint32_t close_cut(const lazy *z, uint32_t cut) {
  for (uint32_t before = cut + 1; cut < before;) {
    before = cut;
    for (uint32_t j = cut; j < z->events.len; j++) {
      for (uint32_t k = z->pred_first.data[j]; k < z->pred_first.data[j + 1]; k++) {
        if (z->preds.data[k] < cut) cut = z->preds.data[k];
      }
    }
  }
  return cut;
}

uint32_t lazy_split(lazy *z, const lazy_call *c, uint32_t planned) {
  uint32_t n1 = c ? c->n1 : 0, end = n1 + planned, cut = end;
  for (uint32_t j = 0; j < z->events.len; j++) {
    for (uint32_t k = z->pred_first.data[j]; k < z->pred_first.data[j + 1]; k++) {
      uint32_t i = z->preds.data[k];
      if (i >= cut) break;
      if (offends(z, c, n1, end, i, j)) cut = i;
    }
  }
  return z->ctx->options->lazy_cut == OPT_LAZY_CUT_CLOSED ? close_cut(z, cut) : cut;
}

// --- calls that were made before -----------------------------------------------------------------------------------------------

static void key_put_number(canon *form, uint64_t x) {
  vec_reserve(&form->bytes, form->bytes.len + KEY_MAX);
  form->bytes.len = (size_t)(key_put(form->bytes.data + form->bytes.len, x) - form->bytes.data);
}

static bool remember(lazy *z, uint32_t *number) {
  bool is_new;
  uint32_t n = keyset_add(&z->memo, z->form.bytes.data, z->form.bytes.len, &is_new);
  if (number) *number = n;
  return is_new;
}

// Has nobody else of the team made the call whose key stands in `form`?
static bool new_to_team(lazy *z) { return !z->team || lazy_team_new_key(z, z->form.bytes.data, z->form.bytes.len); }

// The sequence that is settled and the trace of the rest: the same call makes the same runs.
static bool new_by_call(lazy *z, uint32_t cut, const canon_pairs *pairs) {
  key_put_number(&z->form, cut);
  for (uint32_t i = 0; i < cut; i++) key_put_number(&z->form, z->events.data[i].proc);
  canon_append(&z->form, z->events.data, cut, z->events.len, pairs);
  return remember(z, NULL) && new_to_team(z);
}

// The state behind what is settled instead of the sequence.
static bool new_by_state(lazy *z, uint32_t cut, const canon_pairs *pairs) {
  bool fresh;
  key_put_number(&z->form, state_store_add(z->states_seen, z->states.data[cut], false, &fresh).id);
  canon_append(&z->form, z->events.data, cut, z->events.len, pairs);
  return remember(z, NULL);
}

static bool within(const uint32_t *a, const uint32_t *b, proc_id n) {
  for (proc_id p = 0; p < n; p++) {
    if (a[p] > b[p]) return false;
  }
  return true;
}

// The trace of the whole run, and how many events of each process are settled. What is to be found from a call are the
// runs that differ from its own in the order of pairs that begin behind what is settled; so a call from which less is
// settled finds all that this one would.
static bool new_by_trace(lazy *z, uint32_t cut, const canon_pairs *pairs) {
  uint32_t number;
  canon_append(&z->form, z->events.data, 0, z->events.len, pairs);
  remember(z, &number);
  while (z->settled.len <= number) vec_push(&z->settled, (settled_sets){0});
  settled_sets *sets = &z->settled.data[number];
  uint32_t n = z->n_procs;
  vec_reserve(&z->degree, n + 1);
  memset(z->degree.data, 0, n * sizeof(uint32_t));
  for (uint32_t i = 0; i < cut; i++) z->degree.data[z->events.data[i].proc - 1]++;
  for (size_t at = 0; at < sets->len; at += sets->data[at] + 1) {
    if (sets->data[at] <= n && within(&sets->data[at + 1], z->degree.data, sets->data[at])) return false;
  }
  vec_push(sets, n);
  for (uint32_t p = 0; p < n; p++) {
    vec_push(sets, z->degree.data[p]);
    key_put_number(&z->form, z->degree.data[p]);
  }
  return new_to_team(z);
}

static bool is_new(lazy *z, uint32_t cut) {
  bool fresh = true;
  canon_pairs pairs = {z->pred_first.data, z->preds.data};
  vec_clear(&z->form.bytes);
  switch ((opt_lazy)z->ctx->options->lazy) {
  case OPT_LAZY_PLAIN: return true;
  case OPT_LAZY_STATE: state_store_add(z->states_seen, z->states.data[cut], false, &fresh); return fresh;
  case OPT_LAZY_COMPLETE: break;
  }
  switch ((opt_lazy_memo)z->ctx->options->lazy_memo) {
  case OPT_LAZY_MEMO_TRACE: return new_by_trace(z, cut, &pairs);
  case OPT_LAZY_MEMO_CALL: return new_by_call(z, cut, &pairs);
  case OPT_LAZY_MEMO_STATE: return new_by_state(z, cut, &pairs);
  }
  return true;
}

// --- the search ----------------------------------------------------------------------------------------------------------------

void lazy_enter(lazy *z, uint32_t cut) {
  if (cut == z->events.len) return;
  if (!is_new(z, cut)) {
    lazy_count(z)->repeated++;
    return;
  }
  lazy_call *c = lazy_call_new(z, cut);
  if (!c) return;
  lazy_count(z)->refinements++;
  log_line(z->ctx->log, LOG_DEBUG, "call %llu: %u events settled, %u to vary in %u pairs",
           (unsigned long long)lazy_count(z)->refinements, c->n1, c->n2, c->n_pairs);
  if (z->team && lazy_team_share(z, c)) {
    lazy_call_free(c);
  } else {
    vec_push(&z->stack, c);
  }
}

// A plan that begins like one that was cut short is cut at the same step, and continued in the same way: the same run.
static bool same_run(const lazy *z, const lazy_call *c) {
  for (size_t at = 0; at < c->cut_short.len; at += c->cut_short.data[at] + 1) {
    uint32_t n = c->cut_short.data[at];
    if (n <= z->order.len && memcmp(&c->cut_short.data[at + 1], z->order.data, n * sizeof(uint32_t)) == 0) return true;
  }
  return false;
}

static void note_cut(lazy *z, lazy_call *c, uint32_t planned) {
  if (planned == z->order.len) return;
  vec_push(&c->cut_short, planned + 1);
  for (uint32_t i = 0; i <= planned; i++) vec_push(&c->cut_short, z->order.data[i]);
}

static void advance(lazy *z) {
  lazy_call *c = vec_last(&z->stack);
  if (!lazy_call_next(z, c)) {
    z->closure_of = NULL;
    lazy_call_free(vec_pop(&z->stack));
    return;
  }
  lazy_solve(z, c);
  z->ctx->limits->transitions++;  // a variation may cost no step at all, and there may be very many
  if (z->order.len == 0) {
    lazy_count(z)->infeasible++;
    return;
  }
  bool complete = z->ctx->options->lazy == OPT_LAZY_COMPLETE && z->ctx->options->lazy_vary == OPT_LAZY_VARY_SOLVABLE;
  if (complete && same_run(z, c)) return;
  uint32_t planned = lazy_execute(z, c);
  if (complete) note_cut(z, c, planned);
  if (!z->stop) lazy_enter(z, lazy_split(z, c, planned));
}

void lazy_explore(lazy *z) {
  while (z->stack.len && !z->stop) {
    advance(z);
    engine_ctx *ctx = z->ctx;
    if (limits_hit(ctx->limits)) z->stop = true;
    if (ctx->progress) ctx->progress(ctx->progress_arg, ctx->result, z->stack.len, z->stack.len);
  }
  while (z->stack.len) lazy_call_free(vec_pop(&z->stack));
  z->closure_of = NULL;
}
