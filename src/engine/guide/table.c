#include "engine/guide/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static const char title[] = "allways distances 1";
enum { MOST_LINES = 1 << 20 };

uint64_t table_program(const cfin *c) {
  strbuf text = {0};
  cfin_print(c, &text);
  uint64_t h = hash_bytes(sb_text(&text), text.len, 0);
  sb_fini(&text);
  return h;
}

// --- writing --------------------------------------------------------------------------------------------------------

static const char *predicate_text(const boolprog *b, uint32_t k) {
  strbuf text = {0};
  preds_print(b->c, b->preds.list[k], &text);
  const char *s = arena_strdup(b->c->mem, sb_text(&text));
  sb_fini(&text);
  expr back;
  return preds_parse_one(b->c, s, &back, NULL) && expr_same(back, b->preds.list[k]) ? s : NULL;
}

static bool print_head(const boolprog *b, strbuf *out) {
  const cfin *c = b->c;
  sb_printf(out, "%s\nprogram %016llx\ngoal %x\n", title, (unsigned long long)table_program(c), b->options.goal);
  for (size_t k = 0; k < c->pools.len; k++)
    sb_printf(out, "memory %s %u\n", ir_type_text(c->ir, c->pools.data[k].type), c->pools.data[k].slots);
  for (uint32_t k = 0; k < b->preds.n; k++) {
    const char *s = predicate_text(b, k);
    if (!s) return false;
    sb_printf(out, "predicate %s\n", s);
  }
  sb_printf(out, "states %zu\n", b->states.len);
  return true;
}

static const char *state_text(const boolprog *b, const bool_state *s) {
  strbuf text = {0};
  for (uint32_t p = 0; p < b->c->ir->n_procs; p++) {
    uint32_t pc = b->c->locs.data[b->loc_table.data[(size_t)s->locs * b->c->ir->n_procs + p]].pc;
    if (pc == UINT32_MAX)
      sb_puts(&text, p ? ".end" : "end");
    else
      sb_printf(&text, p ? ".%07u" : "%07u", pc);
  }
  sb_printf(&text, " %016llx ", (unsigned long long)s->bits);
  if (s->dist == BOOL_INFINITE)
    sb_putc(&text, '-');
  else
    sb_printf(&text, "%u", s->dist);
  const char *line = arena_strdup(b->c->mem, sb_text(&text));
  sb_fini(&text);
  return line;
}

static int compare(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

bool table_print(const boolprog *b, strbuf *out, const char **why) {
  if (!print_head(b, out)) {
    *why = "a predicate cannot be written as text";
    return false;
  }
  VEC(const char *) lines = {0};
  for (size_t k = 0; k < b->states.len; k++) vec_push(&lines, state_text(b, &b->states.data[k]));
  qsort(lines.data, lines.len, sizeof *lines.data, compare);
  for (size_t k = 0; k < lines.len; k++) sb_printf(out, "%s\n", lines.data[k]);
  vec_free(&lines);
  return true;
}

// --- reading --------------------------------------------------------------------------------------------------------

// The next line, and *text behind it.
static char *next_line(arena *mem, const char **text) {
  size_t n = strcspn(*text, "\n");
  char *line = arena_strndup(mem, *text, n);
  *text += n + ((*text)[n] == '\n');
  line[strcspn(line, "\r")] = 0;
  return line;
}

static const char *behind(const char *line, const char *word) {
  size_t n = strlen(word);
  return strncmp(line, word, n) ? NULL : line + n;
}

static bool head_line(arena *mem, const char *line, table_head *out) {
  const char *rest, *why;
  if ((rest = behind(line, "program ")))
    out->program = strtoull(rest, NULL, 16);
  else if ((rest = behind(line, "goal ")))
    out->goal = (uint32_t)strtoul(rest, NULL, 16);
  else if ((rest = behind(line, "memory ")))
    return memory_config_parse(mem, rest, &out->memory, &why);
  else if ((rest = behind(line, "predicate ")))
    vec_push(&out->predicates, rest);
  else
    return false;
  return true;
}

bool table_parse_head(arena *mem, const char *text, table_head *out, const char **why) {
  *out = (table_head){0};
  *why = "it is no table of distances";
  if (strcmp(next_line(mem, &text), title)) return false;
  for (unsigned n = 0; *text && n < MOST_LINES; n++) {
    const char *line = next_line(mem, &text);
    if (behind(line, "states ")) {
      out->states = text;
      return true;
    }
    if (!head_line(mem, line, out)) return false;
  }
  return false;
}

// Code indices of all processes as locations; *at goes behind them.
static bool read_locations(const cfin *c, const char **at, uint32_t *locs) {
  for (uint32_t p = 1; p <= c->ir->n_procs; p++) {
    char *end;
    if (p > 1 && *(*at)++ != '.') return false;
    const char *ended = behind(*at, "end");
    unsigned long pc = ended ? UINT32_MAX : strtoul(*at, &end, 10);
    if (!ended && (end == *at || pc >= UINT32_MAX)) return false;
    *at = ended ? ended : end;
    locs[p - 1] = cfin_loc_at(c, p, (uint32_t)pc);
    if (!locs[p - 1]) return false;
  }
  return true;
}

static bool read_state(boolprog *b, const char *line, uint32_t *locs) {
  char *end;
  if (!read_locations(b->c, &line, locs) || *line != ' ') return false;
  uint64_t bits = strtoull(line + 1, &end, 16);
  if (end == line + 1 || *end != ' ') return false;
  const char *number = end + 1;
  unsigned long dist = strcmp(number, "-") ? strtoul(number, &end, 10) : BOOL_INFINITE;
  if (dist != BOOL_INFINITE && (end == number || *end || dist > BOOL_INFINITE)) return false;
  boolprog_put(b, locs, bits, (uint32_t)dist);
  return true;
}

static bool read_predicates(cfin *c, const table_head *head, preds *out) {
  for (size_t k = 0; k < head->predicates.len; k++) {
    expr e;
    if (!preds_parse_one(c, head->predicates.data[k], &e, NULL) || !preds_add(c, out, e) || out->n != k + 1)
      return false;
  }
  return true;
}

boolprog *table_read(cfin *c, smt *solver, const table_head *head, const char **why) {
  preds p = {.n = 0};
  *why = "it is of another program, goal or memory configuration";
  if (head->program != table_program(c)) return NULL;
  *why = "its predicates are not those of the program";
  if (!read_predicates(c, head, &p)) return NULL;
  bool_options o = {.goal = head->goal};
  boolprog *b = boolprog_empty(c, solver, &p, &o);
  uint32_t *locs = MEM_NEW_N(uint32_t, c->ir->n_procs + 1);
  bool ok = true;
  const char *text = head->states;
  while (*text && ok) ok = read_state(b, next_line(c->mem, &text), locs);
  mem_free(locs);
  *why = "a line of its states cannot be read";
  if (ok) return b;
  boolprog_free(b);
  return NULL;
}
