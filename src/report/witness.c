#include "report/witness.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/mem.h"
#include "report/rerun.h"

// --- the task -------------------------------------------------------------------------------------------------------

// The competition's formulas in the order of its files; kinds of one group are asked for together.
static const struct {
  ir_check check;
  int group;
  const char *formula;
} formulas[] = {
    {IR_CHECK_UNREACH, 0, "G ! call(reach_error())"},
    {IR_CHECK_ASSERT, 1, "G assert"},
    {IR_CHECK_DOUBLE_FREE, 2, "G valid-free"},
    {IR_CHECK_NULL, 2, "G valid-deref"},
    {IR_CHECK_FREED, 2, "G valid-deref"},
    {IR_CHECK_BOUNDS, 2, "G valid-deref"},
    {IR_CHECK_READ_ONLY, 2, "G valid-deref"},
    {IR_CHECK_LEAK, 2, "G valid-memtrack"},
    {IR_CHECK_OVERFLOW, 3, "G ! overflow"},
    {IR_CHECK_RACE, 4, "G ! data-race"},
    {IR_CHECK_DEADLOCK, 5, "G ! deadlock"},
};
enum { N_FORMULAS = sizeof formulas / sizeof formulas[0], NO_GROUP = -1, MAX_PROGRAM = 1 << 30 };

static int group_of(ir_check c) {
  for (size_t i = 0; i < N_FORMULAS; i++)
    if (formulas[i].check == c) return formulas[i].group;
  return NO_GROUP;
}

// Of a violation the formulas of its group, of a proof all that were checked.
static bool take_formulas(const report *r, witness *w, const char **why) {
  bool unsafe = r->result->verdict == VERDICT_UNSAFE;
  int group = unsafe ? group_of(r->result->violation.check) : NO_GROUP;
  for (size_t i = 0; i < N_FORMULAS; i++) {
    if (!(r->machine->checks >> formulas[i].check & 1) || (unsafe && formulas[i].group != group)) continue;
    const char *last = w->formulas.len ? w->formulas.data[w->formulas.len - 1] : "";
    if (strcmp(last, formulas[i].formula) != 0) vec_push(&w->formulas, formulas[i].formula);
  }
  *why = "witnesses have no formula for what was checked";
  return w->formulas.len > 0;
}

static bool take_hash(const report *r, witness *w, const char **why) {
  size_t size;
  char *text = file_read(r->file, MAX_PROGRAM, &size, why);
  if (text) sha256_text(text, size, w->hash);
  mem_free(text);
  return text != NULL;
}

// The same command gives the same file: the time is the one that the environment fixes (reproducible-builds.org), else
// the beginning of time.
static void take_time(witness *w) {
  const char *fixed = getenv("SOURCE_DATE_EPOCH");
  char *end = NULL;
  long long seconds = fixed ? strtoll(fixed, &end, 10) : 0;
  time_t moment = fixed && *fixed && !*end && seconds >= 0 ? (time_t)seconds : 0;
  struct tm parts;
  if (!gmtime_r(&moment, &parts)) {
    moment = 0;
    gmtime_r(&moment, &parts);
  }
  strftime(w->time, sizeof w->time, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static bool has_witness(const report *r, const char **why) {
  const result *res = r->result;
  if (!r->ir || strcmp(r->ir->language, "c") != 0)
    *why = "witnesses are about C programs";
  else if (r->run || res->verdict == VERDICT_UNKNOWN)
    *why = "there is neither a proof nor a counterexample";
  else if (res->verdict == VERDICT_SAFE && res->grade != GRADE_PROVED)
    *why = "the result is no proof";
  else
    return true;
  return false;
}

// --- the path -------------------------------------------------------------------------------------------------------

#define NO_THREAD UINT32_MAX
#define NONDET "__VERIFIER_nondet_"

typedef struct walk {
  const report *r;
  witness *w;
  VEC(uint32_t) procs;  // process of each thread
  VEC(bool) entered;    // has it made a step
  size_t step;          // of the trace, that the next visit has made
  size_t drawn;         // inputs before it
} walk;

static bool same_line(place a, place b) { return a.line == b.line && a.file && b.file && strcmp(a.file, b.file) == 0; }

static witness_edge *add_edge(walk *k, uint32_t thread, place at) {
  witness_edge e = {.thread = thread, .at = at};
  vec_push(&k->w->edges, e);
  return &k->w->edges.data[k->w->edges.len - 1];
}

// "add#2" is the second process of the function `add`.
static const char *function_of(const walk *k, const char *process) {
  return arena_strndup(k->w->mem, process, strcspn(process, "#"));
}

// The number of its thread, or NO_THREAD.
static uint32_t thread_of(const walk *k, uint32_t proc) {
  for (uint32_t i = 0; i < k->procs.len; i++)
    if (k->procs.data[i] == proc) return i;
  return NO_THREAD;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// The call at this place of the source, if it is one of an input function and ends in the same line.
static bool find_call(const walk *k, place at, witness_edge *e) {
  size_t len = 0, from = at.col - 1, n = 0;
  const char *line = at.line && at.col ? ir_source_line(k->r->ir, at, &len) : NULL;
  if (!line || from >= len) return false;
  while (from + n < len && is_name(line[from + n])) n++;
  if (n <= strlen(NONDET) || memcmp(line + from, NONDET, strlen(NONDET)) != 0) return false;
  size_t end = from + n;
  while (end < len && isspace((unsigned char)line[end])) end++;
  if (end >= len || line[end++] != '(') return false;
  while (end < len && isspace((unsigned char)line[end])) end++;
  if (end >= len || line[end] != ')') return false;
  e->function = arena_strndup(k->w->mem, line + from, n);
  e->closing = (uint32_t)end + 1;
  return true;
}

// The IR of C knows no signs: the function's name does (__VERIFIER_nondet_uint, _U32, _size_t).
static const char *value_text(const walk *k, const witness_edge *e, const result_input *in) {
  uint32_t bits = ir_type_get(k->r->ir, in->type)->bits;
  const char *kind = e->function + strlen(NONDET);
  bool is_signed = *kind != 'u' && *kind != 'U' && strcmp(kind, "bool") != 0 && strcmp(kind, "size_t") != 0;
  strbuf digits = {0};
  if (is_signed)
    sb_printf(&digits, "%lld", (long long)((int64_t)(in->bits << (64 - bits)) >> (64 - bits)));
  else
    sb_printf(&digits, "%llu", (unsigned long long)(in->bits << (64 - bits) >> (64 - bits)));
  const char *text = arena_strdup(k->w->mem, sb_text(&digits));
  sb_fini(&digits);
  return text;
}

static void add_input(walk *k, uint32_t thread, const result_input *in) {
  const ir_type_info *t = ir_type_get(k->r->ir, in->type);
  witness_edge e = {.thread = thread, .at = in->at};
  if (t->kind != IR_TYPE_INT || !t->bits || t->bits > 64 || !find_call(k, in->at, &e)) return;
  e.value = value_text(k, &e, in);
  vec_push(&k->w->edges, e);
}

// Processes spawned in this step when `drawn` inputs of the run had been drawn, in the order of their numbers: a process
// numbers its children in the order in which it makes them.
static void add_creations(walk *k, const machine *m, uint32_t thread, size_t drawn) {
  for (uint32_t p = k->r->ir->n_procs + 1; p <= machine_max_proc(m); p++) {
    place at;
    size_t after;
    if (thread_of(k, p) != NO_THREAD || !machine_spawn_place(m, p, &at, &after) || after != drawn) continue;
    add_edge(k, thread, at)->creates = (uint32_t)k->procs.len;
    vec_push(&k->procs, p);
    vec_push(&k->entered, false);
  }
}

// A thread that was created makes its first step without having done anything that others can see.
static void add_begin(walk *k, uint32_t thread, const trace_step *s) {
  const witness_edge *e = k->w->edges.len ? &k->w->edges.data[k->w->edges.len - 1] : NULL;
  bool goes_on = e && e->thread == thread && same_line(e->at, s->at) && !e->function && !e->creates;
  bool first = !k->entered.data[thread];
  k->entered.data[thread] = true;
  if (first)
    add_edge(k, thread, thread ? PLACE_NONE : s->at)->enters = function_of(k, s->proc_name);
  else if (s->at.line && !goes_on)
    add_edge(k, thread, s->at);
}

// One edge where a step begins in another line than the one before, one for each input that it draws and each thread
// that it creates.
static void visit(void *arg, const machine *m, const char *process, bool last) {
  (void)process, (void)last;
  walk *k = arg;
  const result *res = k->r->result;
  size_t drawn = machine_inputs_drawn(m), before = k->drawn;
  k->drawn = drawn;
  if (k->step++ == 0) return;  // before the first step
  const trace_step *s = &res->trace.data[k->step - 2];
  if (!s->proc) return;
  uint32_t thread = thread_of(k, s->proc);
  if (thread == NO_THREAD) {
    thread = (uint32_t)k->procs.len;
    vec_push(&k->procs, s->proc);
    vec_push(&k->entered, false);
  }
  add_begin(k, thread, s);
  for (size_t i = before; i < drawn && i < res->inputs.len; i++) {
    add_creations(k, m, thread, i);
    add_input(k, thread, &res->inputs.data[i]);
  }
  add_creations(k, m, thread, drawn);
}

static uint32_t thread_named(const walk *k, const char *name) {
  const result *res = k->r->result;
  for (size_t i = 0; i < res->trace.len; i++)
    for (uint32_t t = 0; t < k->procs.len; t++)
      if (name && k->procs.data[t] == res->trace.data[i].proc && !strcmp(res->trace.data[i].proc_name, name)) return t;
  return 0;
}

static bool take_path(const report *r, witness *w, const char **why) {
  walk k = {.r = r, .w = w};
  CHECK(r->result->trace.len == r->result->schedule.len, "a confirmed counterexample has a step for each choice");
  bool ok = report_rerun(r, visit, &k, why);
  const violation *v = &r->result->violation;
  uint32_t thread = thread_named(&k, v->proc_name);
  const witness_edge *e = w->edges.len ? &w->edges.data[w->edges.len - 1] : NULL;
  bool there = e && (!v->at.line || (e->thread == thread && !e->function && !e->creates && same_line(e->at, v->at)));
  if (!there) add_edge(&k, thread, v->at);
  w->n_threads = (uint32_t)k.procs.len;
  vec_free(&k.procs);
  vec_free(&k.entered);
  return ok;
}

bool witness_make(const report *r, witness *w, const char **why) {
  memset(w, 0, sizeof *w);
  w->mem = arena_new();
  if (!has_witness(r, why) || !take_formulas(r, w, why) || !take_hash(r, w, why)) return false;
  take_time(w);
  return r->result->verdict != VERDICT_UNSAFE || take_path(r, w, why);
}

void witness_free(witness *w) {
  vec_free(&w->formulas);
  vec_free(&w->edges);
  arena_free(w->mem);
}
