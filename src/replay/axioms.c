#include "replay/axioms.h"

#include <string.h>

#include "base/check.h"
#include "base/mem.h"

// A relation over the events.
typedef struct rel {
  uint32_t n;
  bool *in;
} rel;

typedef struct execution {
  const axioms_event *e;
  uint32_t n;
  rel sb, rf, mo, rb, external;  // external: spawn before begin, end before join
} execution;

static rel rel_new(uint32_t n) { return (rel){n, MEM_NEW_N(bool, (size_t)n *n + 1)}; }
static void rel_free(rel *r) { mem_free(r->in); }
static bool has(const rel *r, uint32_t a, uint32_t b) { return r->in[(size_t)a * r->n + b]; }
static void put(rel *r, uint32_t a, uint32_t b) { r->in[(size_t)a * r->n + b] = true; }

static void join(rel *to, const rel *more) {
  for (size_t i = 0; i < (size_t)to->n * to->n; i++) to->in[i] |= more->in[i];
}

static rel compose(const rel *a, const rel *b) {
  rel c = rel_new(a->n);
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t k = 0; k < a->n; k++)
      for (uint32_t j = 0; has(a, i, k) && j < a->n; j++)
        if (has(b, k, j)) put(&c, i, j);
  return c;
}

static void close_up(rel *r) {
  for (uint32_t k = 0; k < r->n; k++)
    for (uint32_t i = 0; i < r->n; i++)
      for (uint32_t j = 0; has(r, i, k) && j < r->n; j++)
        if (has(r, k, j)) put(r, i, j);
}

static bool irreflexive(const rel *r) {
  for (uint32_t i = 0; i < r->n; i++)
    if (has(r, i, i)) return false;
  return true;
}

// Takes r.
static bool acyclic(rel r) {
  close_up(&r);
  bool good = irreflexive(&r);
  rel_free(&r);
  return good;
}

static rel copy(const rel *r) {
  rel c = rel_new(r->n);
  join(&c, r);
  return c;
}

// --- the execution ---------------------------------------------------------------------------------------------------

static bool reads(const axioms_event *e) { return e->kind == AXIOMS_READ || e->kind == AXIOMS_UPDATE; }
static bool writes(const axioms_event *e) { return e->kind == AXIOMS_WRITE || e->kind == AXIOMS_UPDATE; }
static bool is_access(const axioms_event *e) { return reads(e) || writes(e); }
static bool one_spot(const axioms_event *a, const axioms_event *b) {
  return is_access(a) && is_access(b) && a->spot == b->spot;
}

static bool starts_or_ends(const axioms_event *a, const axioms_event *b, bool first_of_b) {
  if (a->kind == AXIOMS_SPAWN && first_of_b && a->other == b->proc) return true;
  return a->kind == AXIOMS_END && b->kind == AXIOMS_JOIN && b->other == a->proc;
}

static void relate(execution *x) {
  for (uint32_t a = 0; a < x->n; a++) {
    const axioms_event *ea = &x->e[a];
    if (reads(ea) && ea->source != AXIOMS_INITIAL) put(&x->rf, ea->source, a);
    for (uint32_t b = 0; b < x->n; b++) {
      const axioms_event *eb = &x->e[b];
      bool first = true;
      for (uint32_t k = 0; k < b && first; k++) first = x->e[k].proc != eb->proc;
      if (a < b && ea->proc == eb->proc) put(&x->sb, a, b);
      if (a != b && starts_or_ends(ea, eb, first)) put(&x->external, a, b);
      if (a == b || !one_spot(ea, eb) || !writes(eb)) continue;
      if (writes(ea) && ea->rank < eb->rank) put(&x->mo, a, b);
      bool before = reads(ea) && (ea->source == AXIOMS_INITIAL || x->e[ea->source].rank < eb->rank);
      if (before) put(&x->rb, a, b);
    }
  }
}

// Every event of a started process comes behind its start: by its first one.
static rel program_order(const execution *x) {
  rel r = copy(&x->sb);
  join(&r, &x->external);
  return r;
}

static bool updates_follow(const execution *x) {
  for (uint32_t u = 0; u < x->n; u++)
    for (uint32_t w = 0; x->e[u].kind == AXIOMS_UPDATE && w < x->n; w++)
      if (has(&x->rb, u, w) && has(&x->mo, w, u)) return false;
  return true;
}

static bool sources_are_writes(const execution *x) {
  for (uint32_t i = 0; i < x->n; i++) {
    const axioms_event *e = &x->e[i];
    if (!reads(e) || e->source == AXIOMS_INITIAL) continue;
    if (e->source >= x->n || !writes(&x->e[e->source]) || x->e[e->source].spot != e->spot || e->source == i)
      return false;
  }
  return true;
}

static rel extended_coherence(const execution *x) {
  rel r = copy(&x->rf);
  join(&r, &x->mo);
  join(&r, &x->rb);
  close_up(&r);
  return r;
}

// --- sequential consistency ------------------------------------------------------------------------------------------

static const char *judge_sc(const execution *x) {
  rel r = program_order(x);
  join(&r, &x->rf);
  join(&r, &x->mo);
  join(&r, &x->rb);
  return acyclic(r) ? NULL : "no interleaving shows it";
}

// --- TSO -------------------------------------------------------------------------------------------------------------

static bool fences(const axioms_event *e) {
  if (e->kind == AXIOMS_FENCE) return e->ordering == IR_SC;
  return e->kind != AXIOMS_READ && e->kind != AXIOMS_WRITE;
}

static bool kept_in_order(const execution *x, uint32_t a, uint32_t b) {
  const axioms_event *ea = &x->e[a], *eb = &x->e[b];
  bool idle = (ea->kind == AXIOMS_FENCE && ea->ordering != IR_SC) ||
              (eb->kind == AXIOMS_FENCE && eb->ordering != IR_SC);
  if (idle) return false;
  if (ea->kind != AXIOMS_WRITE || eb->kind != AXIOMS_READ) return true;
  for (uint32_t k = a; k < b; k++) {
    const axioms_event *ek = &x->e[k];
    if (ek->proc != ea->proc) continue;
    if ((k > a && fences(ek)) || (ek->kind == AXIOMS_WRITE && ek->atomic && ek->ordering == IR_SC)) return true;
  }
  return false;
}

static const char *judge_tso(const execution *x) {
  rel near = extended_coherence(x), all = copy(&x->external);
  for (uint32_t a = 0; a < x->n; a++) {
    for (uint32_t b = 0; b < x->n; b++) {
      if (has(&x->sb, a, b) && one_spot(&x->e[a], &x->e[b])) put(&near, a, b);
      if (has(&x->sb, a, b) && kept_in_order(x, a, b)) put(&all, a, b);
      if (has(&x->rf, a, b) && x->e[a].proc != x->e[b].proc) put(&all, a, b);
    }
  }
  join(&all, &x->mo);
  join(&all, &x->rb);
  bool coherent = acyclic(near), ordered = acyclic(all);
  return !coherent ? "coherence" : !ordered ? "the order of memory" : NULL;
}

// --- RC11 ------------------------------------------------------------------------------------------------------------

static bool at_least_release(const axioms_event *e) {
  return e->atomic && (e->ordering == IR_SC || e->ordering == IR_REL || e->ordering == IR_ACQ_REL);
}
static bool at_least_acquire(const axioms_event *e) {
  return e->atomic && (e->ordering == IR_SC || e->ordering == IR_ACQ || e->ordering == IR_ACQ_REL);
}

// rs: an atomic write, and the updates that read from it or from one of them.
static rel release_sequences(const execution *x) {
  rel step = rel_new(x->n);
  for (uint32_t a = 0; a < x->n; a++)
    for (uint32_t b = 0; b < x->n; b++)
      if (has(&x->rf, a, b) && x->e[b].kind == AXIOMS_UPDATE) put(&step, a, b);
  close_up(&step);
  for (uint32_t a = 0; a < x->n; a++) put(&step, a, a);
  for (uint32_t a = 0; a < x->n; a++)
    for (uint32_t b = 0; b < x->n && !(writes(&x->e[a]) && x->e[a].atomic); b++) step.in[(size_t)a * x->n + b] = false;
  return step;
}

static rel synchronises(const execution *x) {
  rel rs = release_sequences(x), sw = rel_new(x->n), from = compose(&rs, &x->rf);
  for (uint32_t w = 0; w < x->n; w++) {
    for (uint32_t r = 0; r < x->n; r++) {
      if (!has(&from, w, r) || !x->e[r].atomic || (x->e[w].shared && x->e[r].shared)) continue;
      bool lock = x->e[w].lock;
      for (uint32_t a = 0; a < x->n; a++) {
        bool gives = at_least_release(&x->e[a]) &&
                     (a == w || (!lock && x->e[a].kind == AXIOMS_FENCE && has(&x->sb, a, w)));
        for (uint32_t b = 0; gives && b < x->n; b++)
          if (at_least_acquire(&x->e[b]) && (b == r || (!lock && x->e[b].kind == AXIOMS_FENCE && has(&x->sb, r, b))))
            put(&sw, a, b);
      }
    }
  }
  rel_free(&rs);
  rel_free(&from);
  return sw;
}

static bool is_sc(const axioms_event *e) {
  return e->atomic && e->ordering == IR_SC && (is_access(e) || e->kind == AXIOMS_FENCE);
}
static bool is_sc_fence(const axioms_event *e) { return e->kind == AXIOMS_FENCE && is_sc(e); }

static rel sc_before(const execution *x, const rel *hb) {
  rel elsewhere = rel_new(x->n);
  for (uint32_t a = 0; a < x->n; a++)
    for (uint32_t b = 0; b < x->n; b++)
      if (has(&x->sb, a, b) && !one_spot(&x->e[a], &x->e[b])) put(&elsewhere, a, b);
  rel part = compose(&elsewhere, hb), scb = compose(&part, &elsewhere);
  join(&scb, &x->sb);
  join(&scb, &x->mo);
  join(&scb, &x->rb);
  for (uint32_t a = 0; a < x->n; a++)
    for (uint32_t b = 0; b < x->n; b++)
      if (has(hb, a, b) && one_spot(&x->e[a], &x->e[b])) put(&scb, a, b);
  rel_free(&elsewhere);
  rel_free(&part);
  return scb;
}

static bool sc_order(const execution *x, const rel *hb, const rel *eco) {
  rel scb = sc_before(x, hb), left = rel_new(x->n), right = rel_new(x->n), hb_eco = compose(hb, eco),
      between = compose(&hb_eco, hb);
  join(&between, hb);
  for (uint32_t a = 0; a < x->n; a++) {
    if (is_sc(&x->e[a])) put(&left, a, a), put(&right, a, a);
    for (uint32_t b = 0; b < x->n; b++) {
      if (is_sc_fence(&x->e[a]) && has(hb, a, b)) put(&left, a, b);
      if (is_sc_fence(&x->e[b]) && has(hb, a, b)) put(&right, a, b);
    }
  }
  rel part = compose(&left, &scb), psc = compose(&part, &right);
  for (uint32_t a = 0; a < x->n; a++)
    for (uint32_t b = 0; b < x->n; b++)
      if (is_sc_fence(&x->e[a]) && is_sc_fence(&x->e[b]) && has(&between, a, b)) put(&psc, a, b);
  rel_free(&scb);
  rel_free(&left);
  rel_free(&right);
  rel_free(&hb_eco);
  rel_free(&between);
  rel_free(&part);
  return acyclic(psc);
}

static const char *judge_rc11(const execution *x) {
  const char *why = NULL;
  rel hb = synchronises(x), order = program_order(x), eco = extended_coherence(x), porf = copy(&order);
  join(&hb, &order);
  close_up(&hb);
  join(&porf, &x->rf);
  rel both = compose(&hb, &eco);
  if (!acyclic(porf))
    why = "values out of thin air";
  else if (!irreflexive(&hb) || !irreflexive(&both) || !irreflexive(&eco))
    why = "coherence";
  else if (!sc_order(x, &hb, &eco))
    why = "the order of seq_cst";
  rel_free(&hb);
  rel_free(&order);
  rel_free(&eco);
  rel_free(&both);
  return why;
}

static execution begin(const axioms_event *events, uint32_t n) {
  return (execution){events, n, rel_new(n), rel_new(n), rel_new(n), rel_new(n), rel_new(n)};
}

static void end(execution *x) {
  rel_free(&x->sb);
  rel_free(&x->rf);
  rel_free(&x->mo);
  rel_free(&x->rb);
  rel_free(&x->external);
}

static bool conflict(const axioms_event *a, const axioms_event *b) {
  return a->proc != b->proc && one_spot(a, b) && (writes(a) || writes(b)) && !(a->atomic && b->atomic);
}

static rel happens_before(const execution *x) {
  rel hb = synchronises(x), order = program_order(x);
  join(&hb, &order);
  close_up(&hb);
  rel_free(&order);
  return hb;
}

bool axioms_race(const axioms_event *events, uint32_t n, uint32_t pair[2]) {
  execution x = begin(events, n);
  bool found = false;
  if (sources_are_writes(&x)) {
    relate(&x);
    rel hb = happens_before(&x);
    for (uint32_t b = n; b-- > 0 && !found;) {
      for (uint32_t a = b; a-- > 0 && !found;) {
        found = conflict(&events[a], &events[b]) && !has(&hb, a, b) && !has(&hb, b, a);
        pair[0] = b;
        pair[1] = a;
      }
    }
    rel_free(&hb);
  }
  end(&x);
  return found;
}

// Making and ending are no events: what their processes do behind and before them stands for them.
static bool is_early(const execution *x, const rel *hb, uint32_t access, const axioms_life *l) {
  if (!l->maker || x->e[access].proc == l->maker) return false;
  for (uint32_t i = l->made; i < x->n; i++)
    if (x->e[i].proc == l->maker && has(hb, i, access)) return false;
  return true;
}

static bool is_late(const execution *x, const rel *hb, uint32_t access, const axioms_life *l) {
  if (!l->ender || x->e[access].proc == l->ender) return false;
  for (uint32_t i = 0; i < l->ended; i++)
    if (x->e[i].proc == l->ender && has(hb, access, i)) return false;
  return true;
}

bool axioms_outside(const axioms_event *events, uint32_t n, const axioms_life *lives, uint32_t *access, bool *early) {
  execution x = begin(events, n);
  bool found = false;
  if (sources_are_writes(&x)) {
    relate(&x);
    rel hb = happens_before(&x);
    for (uint32_t i = 0; i < n && !found; i++) {
      if (!is_access(&events[i])) continue;
      const axioms_life *l = &lives[events[i].spot];
      *access = i;
      *early = is_early(&x, &hb, i, l);
      found = *early || is_late(&x, &hb, i, l);
    }
    rel_free(&hb);
  }
  end(&x);
  return found;
}

const char *axioms_violated(const axioms_event *events, uint32_t n, const char *model) {
  execution x = begin(events, n);
  const char *why = "what is read was not written there";
  if (sources_are_writes(&x)) {
    relate(&x);
    if (!updates_follow(&x))
      why = "atomicity of updates";
    else if (!strcmp(model, "sc"))
      why = judge_sc(&x);
    else if (!strcmp(model, "tso"))
      why = judge_tso(&x);
    else if (!strcmp(model, "rc11"))
      why = judge_rc11(&x);
    else
      why = "there is no such memory model";
  }
  end(&x);
  return why;
}
