#include "engine/exsym/visited.h"

#include "base/hash.h"
#include "base/mem.h"
#include "engine/exsym/sigset.h"
#include "sem/forms.h"
#include "state/signature.h"

typedef enum visited_kind {
  BY_STORE,    // whole states, exactly
  BY_MATCHER,  // symbolic states: covered by a stored one
  BY_MASK,     // whole states without their symbolic values
  BY_SIGNATURE
} visited_kind;

struct visited {
  engine_ctx *ctx;
  visited_kind kind;
  bool masked, shaped;  // symbolic values do not count; only their form does
  state_store *store;
  matcher *matcher;
  sigset signatures;
  state_signer signer;
};

static bool is_compact(const options *o) { return o->store == OPT_STORE_COMPACT32 || o->store == OPT_STORE_COMPACT64; }

static bool is_exact(const options *o) { return o->visited == OPT_VISITED_EXACT || o->visited == OPT_VISITED_UNION; }

static visited_kind kind_of(const options *o) {
  if (is_compact(o)) return BY_SIGNATURE;
  if (o->states == OPT_STATES_EXPLICIT) return BY_STORE;
  return is_exact(o) ? BY_MATCHER : BY_MASK;
}

matcher *visited_matcher(engine_ctx *ctx, match_method method) {
  match_options o = match_default_options(method);
  o.sbc.rlimit = ctx->options->match_limit;
  o.sbc.ess_rlimit = ctx->options->ess_limit;
  o.together = ctx->options->visited == OPT_VISITED_UNION;
  return matcher_new(ctx->sem, &o);
}

visited *visited_new(engine_ctx *ctx) {
  const options *o = ctx->options;
  visited *v = MEM_NEW(visited);
  v->ctx = ctx;
  v->kind = kind_of(o);
  v->masked = o->states == OPT_STATES_SYMBOLIC && !is_exact(o);
  v->shaped = o->visited == OPT_VISITED_SHAPE;
  if (v->kind == BY_MATCHER)
    v->matcher = visited_matcher(ctx, (match_method)o->match);
  else if (v->kind == BY_SIGNATURE)
    sigset_init(&v->signatures, o->store == OPT_STORE_COMPACT64, o->table);
  else
    v->store = state_store_new(ctx->sem->terms, ctx->sem->solver);
  return v;
}

void visited_free(visited *v) {
  if (v->matcher) matcher_free(v->matcher);
  if (v->store) state_store_free(v->store);
  sigset_fini(&v->signatures);
  state_signer_fini(&v->signer);
  mem_free(v);
}

// ex(v) of 4.9: one value that no program can have for all symbolic ones, or one for each form of term.
static value mask_value(void *arg, value v) {
  enum { MARK = 0xfffffffd };  // no object has this name
  const visited *vi = arg;
  if (value_is_concrete(v)) return v;
  uint64_t form = vi->shaped ? expr_blind_hash(vi->ctx->sem->terms, v.e) : 0;
  return value_pointer(MARK, v.obj ? hash_combine(form, v.obj) : form);
}

static bool add_whole(visited *v, state *s, uint32_t *id) {
  bool is_new;
  bool abstract_time = sem_time_abstractable(v->ctx->sem, s);
  state *t = v->masked ? state_fork(s) : state_ref(s);
  if (v->masked) state_map_values(t, mask_value, v);
  *id = state_store_add(v->store, t, abstract_time, &is_new).id;
  state_unref(t);
  return is_new;
}

bool visited_add(visited *v, state *s, uint32_t *id) {
  sem *m = v->ctx->sem;
  bool is_new = false;
  *id = 0;
  if (v->kind == BY_MATCHER) {
    *id = matcher_find_or_add(v->matcher, s, &is_new);
    return is_new;
  }
  state *named = sem_canonical(m, s);
  if (v->kind == BY_SIGNATURE) {
    uint64_t x = state_signature_next(&v->signer, named, sem_time_abstractable(m, s), v->masked ? mask_value : NULL, v);
    is_new = sigset_add(&v->signatures, x);
  } else {
    is_new = add_whole(v, named, id);
  }
  state_unref(named);
  return is_new;
}

void visited_say_unsafe(const visited *v) {
  result *r = v->ctx->result;
  if (v->kind == BY_SIGNATURE)
    result_add_assumption(r, "no two states have the same signature of %u bits (--store)",
                          v->signatures.wide ? 64 : 32);
  if (v->masked)
    result_add_assumption(r, "states that differ in %s count as seen (--visited)",
                          v->shaped ? "symbolic values of the same form" : "symbolic values alone");
}

bool visited_full(const visited *v) { return v->kind == BY_SIGNATURE && sigset_full(&v->signatures); }

bool visited_is_exact(const visited *v) { return v->kind != BY_SIGNATURE && !v->masked; }

size_t visited_bytes(const visited *v) {
  switch (v->kind) {
  case BY_MATCHER: return matcher_bytes(v->matcher);
  case BY_STORE:
  case BY_MASK: return state_store_bytes(v->store);
  case BY_SIGNATURE: return sigset_bytes(&v->signatures);
  }
  UNREACHABLE("visited states of no known kind");
}

const match_stats *visited_stats(const visited *v) { return v->matcher ? matcher_get_stats(v->matcher) : NULL; }
