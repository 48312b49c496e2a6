// Reversals of races: which sequence of processes leads to the other order, and whether it is to be tried.
#include "engine/dpor/search.h"

// All events behind the first of the race that do not depend on it, in their order, then the second.
static void make_sequence(search *d, const trace_race *r, uint32_t end) {
  vec_clear(&d->sequence);
  const trace *t = &d->trace;
  for (uint32_t i = r->first + 1; i < end; i++) {
    if (i == r->second || trace_before(t, r->first, i)) continue;
    const trace_event *e = &t->events.data[i];
    vec_push(&d->sequence, ((reversal){.event = i, .proc = e->proc, .touched = e->touched}));
  }
  const trace_event *e = &t->events.data[r->second];
  vec_push(&d->sequence, ((reversal){.event = r->second, .proc = e->proc, .touched = e->touched}));
}

static bool has_join(const touches *t) {
  for (uint32_t i = 0; i < t->n; i++) {
    if (t->list[i].kind == ACC_JOIN) return true;
  }
  return false;
}

static bool depends_on_process(const touches *t, acc_kind kind, proc_id p) {
  for (uint32_t i = 0; i < t->n; i++) {
    if (t->list[i].kind == kind && t->list[i].obj == p) return true;
  }
  return false;
}

// Must x of the sequence come before y? The clocks tell, except of events that were executed aside and of the second
// event of a race between acquisitions or with a guard: its clock also holds what lies before the release or write that
// it came after, which is no part of the sequence.
static bool comes_before(const search *d, const reversal *x, const reversal *y, bool last, race_kind kind) {
  bool by_clock = !x->aside && !y->aside && (!last || kind == RACE_ACCESS || has_join(y->touched));
  if (by_clock) return trace_before(&d->trace, x->event, y->event);
  return x->proc == y->proc || touches_dependent(x->touched, y->touched) ||
         depends_on_process(x->touched, ACC_SPAWN, y->proc) || depends_on_process(y->touched, ACC_JOIN, x->proc);
}

static size_t find(const search *d, proc_id p) {
  for (size_t i = 0; i < d->sequence.len; i++) {
    if (!d->sequence.data[i].gone && d->sequence.data[i].proc == p) return i;
  }
  return SIZE_MAX;
}

static bool is_initial(const search *d, size_t at, race_kind kind) {
  const reversal *v = d->sequence.data;
  bool last = at + 1 == d->sequence.len;
  for (size_t i = 0; i < at; i++) {
    if (v[i].gone) continue;
    if (comes_before(d, &v[i], &v[at], last, kind)) return false;
  }
  return true;
}

static bool commutes(const search *d, const touches *t) {
  for (size_t i = 0; i < d->sequence.len; i++) {
    const reversal *v = &d->sequence.data[i];
    if (v->gone) continue;
    if (touches_dependent(v->touched, t)) return false;
  }
  return true;
}

// Does a process that sleeps at the node begin the sequence? Then all of it has been explored. A process that does not
// occur in it but commutes with it counts with wake-up trees only: they have been told of the orders in which
// something else comes before that process.
static bool covered_by_sleep(const search *d, uint32_t node, race_kind kind) {
  const search_node *n = &d->nodes.data[node];
  size_t end = search_sleepers_end(d, node);
  for (size_t i = n->first_sleeper; i < end;) {
    proc_id p = d->sleepers.data[i].proc;
    size_t at = find(d, p);
    bool begins = at == SIZE_MAX ? d->optimal : is_initial(d, at, kind);
    for (; i < end && d->sleepers.data[i].proc == p; i++) {
      if (at == SIZE_MAX && begins) begins = commutes(d, d->sleepers.data[i].touched);
    }
    // The process that runs there has outcomes that are not explored yet.
    if (begins && !(n->runs && p == n->running)) return true;
  }
  return false;
}

// What is left of the sequence as a branch; source sets need its first process only.
static uint32_t make_branch(search *d) {
  uint32_t first = 0, last = 0;
  for (size_t i = 0; i < d->sequence.len; i++) {
    const reversal *v = &d->sequence.data[i];
    if (v->gone) continue;
    uint32_t n = wakeup_new(&d->wakeup, v->proc, v->touched);
    wakeup_at(&d->wakeup, n)->reversed = i + 1 == d->sequence.len;
    if (last) wakeup_at(&d->wakeup, last)->child = n;
    if (!first) first = n;
    last = n;
    if (!d->optimal) break;
  }
  return first;
}

// The branch of the list that begins the sequence, if there is one; its event is taken out of the sequence.
static uint32_t follow(search *d, uint32_t list, race_kind kind, size_t *left) {
  for (uint32_t c = list; c; c = wakeup_at(&d->wakeup, c)->next) {
    wakeup_node *b = wakeup_at(&d->wakeup, c);
    size_t at = find(d, b->proc);
    if (at != SIZE_MAX) {
      if (!is_initial(d, at, kind)) continue;
      d->sequence.data[at].gone = true;
      --*left;
      return c;
    }
    if (!d->optimal || !commutes(d, b->expected)) continue;
    b->relied_on = true;
    if (b->reversed) {
      uint32_t sequence = make_branch(d);
      b = wakeup_at(&d->wakeup, c);
      wakeup_at(&d->wakeup, sequence)->next = b->relying;
      b->relying = sequence;
    }
    return c;
  }
  return 0;
}

static void insert(search *d, search_node *n, race_kind kind) {
  uint32_t parent = 0;
  size_t left = d->sequence.len;
  for (;;) {
    uint32_t list = parent ? wakeup_at(&d->wakeup, parent)->child : n->branches;
    uint32_t c = follow(d, list, kind, &left);
    if (!c) break;
    if (left == 0 || !d->optimal || !wakeup_at(&d->wakeup, c)->child) return;
    parent = c;
  }
  uint32_t branch = make_branch(d);
  wakeup_append(&d->wakeup, parent ? &wakeup_at(&d->wakeup, parent)->child : &n->branches, branch);
}

static bool needs_rehearsal(const search *d) {
  if (vec_last(&d->sequence).touched->varies) return true;
  for (size_t i = 0; i < d->sequence.len; i++) {
    if (d->sequence.data[i].touched->alone) return true;
  }
  return false;
}

// False: the second event cannot be run before the first. So it is where its process, made to go step by step, stands before
// a guard that does not hold: what it could run does not conflict with the first event.
static bool reverse(search *d, const trace_race *r, uint32_t end) {
  search_node *n = &d->nodes.data[r->first];
  if (n->n_enabled < 2) return false;
  make_sequence(d, r, end);
  bool possible = !needs_rehearsal(d) || search_rehearse(d, r);
  if (possible && !covered_by_sleep(d, r->first, (race_kind)r->kind)) insert(d, n, (race_kind)r->kind);
  bool reversed = possible && touches_dependent(vec_last(&d->sequence).touched, d->trace.events.data[r->first].touched);
  search_forget_rehearsal(d);
  return reversed;
}

// An await: of the writes of its guard, latest first, the first before which the guard held is the one to reverse; the
// executions found there see to the earlier ones.
void search_reverse_event(search *d, uint32_t j, uint32_t end) {
  const trace_event e = d->trace.events.data[j];
  bool settled = false;
  for (uint32_t i = 0; i < e.n_races; i++) {
    trace_race r = d->trace.races.data[e.first_race + i];
    if (d->nodes.data[r.first].trunk) continue;  // everybody is run from there
    if (r.kind == RACE_AWAIT) {
      if (settled) continue;
      bool stood_there = e.previous && e.previous <= r.first;
      if (stood_there && !search_enabled(d, &d->nodes.data[r.first], e.proc)) continue;
    }
    settled |= reverse(d, &r, end) && r.kind == RACE_AWAIT;
  }
}
