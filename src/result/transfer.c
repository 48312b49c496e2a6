// What another process found, through a file. Writing and reading are one walk over the fields that engines fill, so
// that they cannot differ.
#include "result/transfer.h"

#include <string.h>

enum { MOST = 1 << 26 };  // elements or characters of one field; more is no result of ours

typedef struct archive {
  FILE *f;
  const ir_module *ir;
  arena *mem;  // of the result that is read; NULL: it is written
  bool ok;
} archive;

static void raw(archive *a, void *data, size_t size) {
  if (a->ok && size) a->ok = (a->mem ? fread(data, size, 1, a->f) : fwrite(data, size, 1, a->f)) == 1;
}

static uint64_t number(archive *a, uint64_t n) {
  raw(a, &n, sizeof n);
  a->ok = a->ok && n < MOST;
  return a->ok ? n : 0;
}

static void text(archive *a, const char **t) {
  uint64_t n = number(a, !a->mem && *t ? strlen(*t) + 1 : 0);
  if (!a->mem) {
    if (n && a->ok) a->ok = fwrite(*t, n, 1, a->f) == 1;
    return;
  }
  char *copy = n ? arena_alloc(a->mem, n + 1) : NULL;
  raw(a, copy, n);
  *t = copy;
}

static void spot(archive *a, place *p) {
  text(a, &p->file);
  raw(a, &p->line, sizeof p->line);
  raw(a, &p->col, sizeof p->col);
}

// The elements of a vector, as they are in memory.
#define ELEMENTS(a, v)                           \
  do {                                           \
    uint64_t n_ = number((a), (v)->len);         \
    vec_reserve((v), n_);                        \
    (v)->len = n_;                               \
    raw((a), (v)->data, n_ * sizeof *(v)->data); \
    if (!(a)->ok) (v)->len = 0;                  \
  } while (0)

#define TEXTS(a, v)                                                                \
  do {                                                                             \
    ELEMENTS((a), (v));                                                            \
    for (size_t i_ = 0; i_ < (v)->len && (a)->ok; i_++) text((a), &(v)->data[i_]); \
  } while (0)

static void walk_violation(archive *a, violation *v) {
  raw(a, &v->check, sizeof v->check);
  text(a, &v->message);
  spot(a, &v->at);
  text(a, &v->source);
  text(a, &v->proc_name);
  spot(a, &v->other_at);
  text(a, &v->other_source);
  text(a, &v->other_proc_name);
  text(a, &v->variable);
  text(a, &v->missing);
  raw(a, &v->writes, sizeof v->writes);
  raw(a, &v->other_writes, sizeof v->other_writes);
}

static void walk_input(archive *a, result_input *in) {
  text(a, &in->name);
  spot(a, &in->at);
  uint64_t limbs = number(a, in->limbs ? (ir_type_get(a->ir, in->type)->bits + 63) / 64 : 0);
  if (!a->mem) {
    if (limbs && a->ok) a->ok = fwrite(in->limbs, limbs * sizeof *in->limbs, 1, a->f) == 1;
    return;
  }
  uint64_t *copy = limbs ? ARENA_NEW_N(a->mem, uint64_t, limbs) : NULL;
  raw(a, copy, limbs * sizeof *copy);
  in->limbs = copy;
}

static void walk(archive *a, result *r) {
  raw(a, &r->verdict, sizeof r->verdict);
  raw(a, &r->grade, sizeof r->grade);
  raw(a, &r->counters, sizeof r->counters);
  raw(a, &r->match_time_s, sizeof r->match_time_s);
  raw(a, &r->lookups, sizeof r->lookups);
  raw(a, &r->matches_timed, sizeof r->matches_timed);
  raw(a, &r->replay_checks, sizeof r->replay_checks);
  text(a, &r->engine);
  for (size_t c = 0; c < IR_CHECK_COUNT; c++) {
    raw(a, &r->proofs[c].grade, sizeof r->proofs[c].grade);
    text(a, &r->proofs[c].engine);
  }
  text(a, &r->reason);
  spot(a, &r->reason_at);
  ELEMENTS(a, &r->reasons);
  for (size_t i = 0; i < r->reasons.len && a->ok; i++) {
    text(a, &r->reasons.data[i].engine);
    text(a, &r->reasons.data[i].text);
    spot(a, &r->reasons.data[i].at);
  }
  TEXTS(a, &r->assumptions);
  TEXTS(a, &r->limits);
  TEXTS(a, &r->notes);
  TEXTS(a, &r->unwritten);
  walk_violation(a, &r->violation);
  text(a, &r->replay_memory);
  ELEMENTS(a, &r->links);
  ELEMENTS(a, &r->schedule);
  ELEMENTS(a, &r->origins);
  ELEMENTS(a, &r->inputs);
  for (size_t i = 0; i < r->inputs.len && a->ok; i++) walk_input(a, &r->inputs.data[i]);
  ELEMENTS(a, &r->pruned);
  for (size_t i = 0; i < r->pruned.len && a->ok; i++) text(a, &r->pruned.data[i].name);
}

void result_send(FILE *f, const ir_module *ir, result *r) {
  archive a = {.f = f, .ir = ir, .ok = true};
  walk(&a, r);
}

bool result_receive(FILE *f, const ir_module *ir, result *r) {
  archive a = {.f = f, .ir = ir, .mem = r->mem, .ok = true};
  walk(&a, r);
  return a.ok;
}
