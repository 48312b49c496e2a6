// Example, two processes, 100 columns at most:
//
//   step  A                           B
//      1  -- time 0, delta 0: elaboration ------------------------
//         a = 0
//      2  4: wait e;
//         -> waits for e
//      3                              9: a = a + 1;
//                                     a = 1
//
// Kernel steps cross all columns and carry time and delta. With too many processes for columns of a readable width
// each step is one row that names its process.
#include "report/rep_table.h"

#include <string.h>

#include "base/hash.h"
#include "report/columns.h"

enum {
  LINE_WIDTH = 100,
  MARGIN = 8,
  GAP = 2,
  NARROWEST = 20,
  LONGEST_NAME = 26,
  WIDEST = 44,
  LONGEST_ROUND = 24,
  FEWEST_ROUNDS = 4,
  FOLDED_NAMES = 4
};

typedef struct text_table {
  const report *r;
  strbuf *out;
  VEC(uint32_t) procs;  // of the columns, in declaration order
  VEC(const char *) names;
  size_t line;          // width of a line
  size_t column;        // width of one column; 0: linear form
  size_t name_width;    // linear form
  size_t common;        // what names that are too long begin with
  bool decided;         // it was said from where on every run fails
  size_t told;          // steps up to which it was said where a loop begins
  size_t n_before;      // rows before the one that is looked at; 0 also behind rounds that were folded
  VEC(size_t) rows;     // steps that are shown
  VEC(uint64_t) alike;  // of each row what it has in common with those of other rounds of a loop
} text_table;

static size_t column_of(const text_table *t, uint32_t proc) {
  size_t i = 0;
  while (t->procs.data[i] != proc) i++;
  return i;
}

static void add_process(text_table *t, uint32_t proc, const char *name) {
  size_t i = 0;
  while (i < t->procs.len && t->procs.data[i] < proc) i++;
  if (i < t->procs.len && t->procs.data[i] == proc) return;
  vec_push(&t->procs, proc);
  vec_push(&t->names, name);
  for (size_t k = t->procs.len - 1; k > i; k--) {
    t->procs.data[k] = t->procs.data[k - 1];
    t->names.data[k] = t->names.data[k - 1];
  }
  t->procs.data[i] = proc;
  t->names.data[i] = name;
}

// The first steps of those who only watch the conditions of a formula.
static bool is_watching(const report *r, uint32_t proc) {
  return r->result->ltl && r->ir && proc && proc <= r->ir->n_procs && r->ir->procs[proc].observer;
}

// Of names that are too long, what all of them begin with tells nothing.
static size_t common_begin(const text_table *t, size_t width) {
  const char *one = NULL;
  size_t same = 0;
  for (size_t i = 0; i < t->names.len; i++) {
    const char *name = t->names.data[i];
    if (columns_width(name) <= width) continue;
    if (!one) same = strlen(name);
    size_t k = 0;
    while (one && k < same && name[k] == one[k]) k++;
    if (one) same = k;
    one = name;
  }
  while (one && same && (one[same] & 0xc0) == 0x80) same--;  // whole characters
  return one && one[same] ? same : 0;
}

static void put_name(const text_table *t, const char *name, size_t width, strbuf *out) {
  strbuf text = {0};
  bool cut = columns_width(name) > width && t->common > 2;
  sb_printf(&text, "%s%s", cut ? ".." : "", cut ? name + t->common : name);
  columns_put_name(out, sb_text(&text), width);
  sb_fini(&text);
}

static void choose_form(text_table *t) {
  const result *res = t->r->result;
  for (size_t i = 0; i < res->trace.len; i++)
    if (res->trace.data[i].proc && !is_watching(t->r, res->trace.data[i].proc))
      add_process(t, res->trace.data[i].proc, res->trace.data[i].proc_name);
  for (size_t i = 0; i < t->names.len; i++) {
    size_t width = columns_width(t->names.data[i]);
    if (width > t->name_width) t->name_width = width;
  }
  if (t->name_width > LONGEST_NAME) t->name_width = LONGEST_NAME;
  size_t n = t->procs.len;
  if (n == 0) return;
  size_t room = t->line - MARGIN, gaps = (n - 1) * GAP;
  size_t width = room > gaps ? (room - gaps) / n : 0;
  if (width >= NARROWEST) t->column = width < WIDEST ? width : WIDEST;
  t->common = common_begin(t, t->column ? t->column : t->name_width);
}

static size_t table_width(const text_table *t) {
  if (!t->column) return t->line;
  size_t width = MARGIN + t->procs.len * (t->column + GAP) - GAP;
  return width < 60 ? 60 : width;
}

// One line whose text begins at `column` and has `width` columns.
static void put_line(text_table *t, size_t column, const char *text, size_t width) {
  size_t from = t->out->len;
  columns_pad(t->out, from, column);
  columns_put(t->out, text, width);
  sb_putc(t->out, '\n');
}

// "a = 1, b = 2" wrapped between changes.
static void put_changes(text_table *t, const trace_step *s, size_t column, size_t width) {
  strbuf line = {0};
  for (uint32_t i = 0; i < s->n_changes; i++) {
    strbuf change = {0};
    sb_printf(&change, "%s = %s", s->changes[i].name, s->changes[i].value);
    if (line.len && columns_width(sb_text(&line)) + 2 + columns_width(sb_text(&change)) > width) {
      put_line(t, column, sb_text(&line), width);
      sb_clear(&line);
    }
    if (!line.len && columns_width(sb_text(&change)) > width) {  // the name, then the value
      sb_clear(&change);
      sb_printf(&change, "%s =", s->changes[i].name);
      put_line(t, column, sb_text(&change), width);
      put_line(t, column + 2, s->changes[i].value, width - 2);
      sb_fini(&change);
      continue;
    }
    if (line.len) sb_puts(&line, ", ");
    sb_puts(&line, sb_text(&change));
    sb_fini(&change);
  }
  if (line.len) put_line(t, column, sb_text(&line), width);
  sb_fini(&line);
}

// What the step did, on as many lines as it takes.
static void put_action(text_table *t, const trace_step *s, size_t column, size_t width) {
  strbuf line = {0};
  const char *rest = s->action, *mark = "-> ";
  while (columns_take_line(&rest, width - 3, &line)) {
    size_t from = t->out->len;
    columns_pad(t->out, from, column);
    sb_puts(t->out, mark);
    columns_put(t->out, sb_text(&line), width - 3);
    sb_putc(t->out, '\n');
    mark = "   ";
  }
  sb_fini(&line);
}

static void put_output(text_table *t, const trace_step *s, size_t column, size_t width) {
  if (!s->output || !*s->output) return;
  strbuf line = {0};
  sb_printf(&line, "prints: %s", s->output);
  put_line(t, column, sb_text(&line), width);
  sb_fini(&line);
}

// Library code that no line of the program calls, like the start and the end of a std::thread, has no place to show.
static bool in_program(const trace_step *s) { return s->at.line && !place_in_library(s->at.file); }

static bool shows_all(const text_table *t) { return t->r->options->frames == OPT_ALL_FRAMES; }

// Does the step go on in the line of the row before it, of the same process?
static bool goes_on(const text_table *t, size_t i) {
  const trace_step *s = &t->r->result->trace.data[i];
  if (shows_all(t) || !t->n_before || !t->r->ir || t->r->ir->scheduler != IR_SCHED_INTERLEAVE) return false;
  const trace_step *before = &t->r->result->trace.data[t->rows.data[t->n_before - 1]];
  if (t->r->result->lasso && t->rows.data[t->n_before - 1] < t->r->result->loop_from && t->r->result->loop_from <= i)
    return false;
  if (before->source && s->source && strcmp(before->source, s->source) != 0) return false;  // of one line of an option
  return before->proc == s->proc && s->at.line && before->at.line == s->at.line;
}

// Is there anything to say about the step? The last one is where it fails. The first one of a thread leads to what it does first, and one
// that begins inside of a library goes on in a call that was shown.
static bool has_effect(const text_table *t, size_t i, bool begins) {
  const trace_step *s = &t->r->result->trace.data[i];
  bool acts = (s->action && *s->action) || (s->output && *s->output) || s->n_changes;
  bool threads = t->r->ir && t->r->ir->scheduler == IR_SCHED_INTERLEAVE;
  bool inside = begins || (s->inner.line && place_in_library(s->inner.file)) || goes_on(t, i);
  return (in_program(s) && !(inside && threads)) || acts || i + 1 == t->r->result->trace.len || shows_all(t);
}

// "12: x = x + 1;", with the file if it is not the one being verified; without a place, what the step did.
static bool put_where(const text_table *t, const trace_step *s, strbuf *line) {
  if (shows_all(t) && s->inner.line && place_in_library(s->inner.file)) {
    sb_printf(line, "%s:%u, from ", s->inner.file, s->inner.line);
  } else if (!in_program(s)) {
    sb_puts(line, s->action ? s->action : "");
    return false;
  }
  if (place_of_option(s->at.file) && s->source) {
    sb_puts(line, s->source);
    return true;
  }
  if (s->at.file && t->r->file && strcmp(s->at.file, t->r->file) != 0) sb_printf(line, "%s:", s->at.file);
  sb_printf(line, "%u: %s", s->at.line, s->source ? s->source : "");
  return true;
}

static void put_process_step(text_table *t, const trace_step *s, size_t number) {
  strbuf line = {0};
  size_t column = MARGIN, width = t->column;
  if (t->column) {
    column += column_of(t, s->proc) * (t->column + GAP);
  } else {
    put_name(t, s->proc_name, t->name_width, &line);
    columns_pad(&line, 0, t->name_width + GAP);
    column += t->name_width + GAP;
    width = t->line - column;
  }
  strbuf where = {0};
  bool placed = put_where(t, s, &where);
  if (!goes_on(t, number - 1)) {
    size_t from = t->out->len;
    sb_printf(t->out, "%6zu", number);
    columns_pad(t->out, from, t->column ? column : MARGIN);
    sb_puts(t->out, sb_text(&line));
    columns_put(t->out, where.len ? sb_text(&where) : "(library)", width);
    sb_putc(t->out, '\n');
  }
  if (placed && s->action) put_action(t, s, column, width);
  put_output(t, s, column, width);
  put_changes(t, s, column, width);
  sb_fini(&where);
  sb_fini(&line);
}

static void put_rule(text_table *t, size_t number, const trace_step *s, const char *what) {
  size_t from = t->out->len, end = table_width(t);
  if (number) sb_printf(t->out, "%6zu", number);
  columns_pad(t->out, from, MARGIN);
  strbuf text = {0};
  bool timed = !t->r->ir || t->r->ir->scheduler == IR_SCHED_SYSTEMC;
  sb_puts(&text, "--");
  if (timed && s->time_text) sb_printf(&text, " time %s", s->time_text);
  if (timed && !s->time_text) sb_printf(&text, " time %llu", (unsigned long long)s->time);
  if (timed) sb_printf(&text, ", delta %llu", (unsigned long long)s->delta);
  if (what && *what) sb_printf(&text, "%s %s", timed ? ":" : "", what);
  columns_put(t->out, sb_text(&text), t->line - MARGIN);
  sb_putc(t->out, ' ');
  sb_fini(&text);
  for (size_t at = columns_width(sb_text(t->out) + from); at < end; at++) sb_putc(t->out, '-');
  sb_putc(t->out, '\n');
}

// A run that never ends goes round from here on, or stays where it is.
static void put_loop(text_table *t, size_t i) {
  const result *res = t->r->result;
  if (!res->lasso || res->loop_from != i || t->r->first_step) return;
  size_t from = t->out->len, end = table_width(t);
  columns_pad(t->out, from, MARGIN);
  sb_puts(t->out, i < res->trace.len ? "== again and again ==" : "== nothing more happens ==");
  for (size_t at = columns_width(sb_text(t->out) + from); at < end; at++) sb_putc(t->out, '=');
  sb_putc(t->out, '\n');
}

// From here on every run fails. That the last step is a mistake is seen anyway.
static void put_critical(text_table *t, size_t i) {
  const result *res = t->r->result;
  bool inside = res->critical && res->critical != RESULT_NO_STEP && res->critical < res->trace.len;
  if (t->decided || !inside || i < res->critical) return;
  size_t from = t->out->len, end = table_width(t);
  t->decided = true;
  t->n_before = 0;
  columns_pad(t->out, from, MARGIN);
  sb_printf(t->out, "== after step %zu every run fails ==", res->critical);
  for (size_t at = columns_width(sb_text(t->out) + from); at < end; at++) sb_putc(t->out, '=');
  sb_putc(t->out, '\n');
}

static void put_heading(text_table *t) {
  if (!t->column) return;
  size_t from = t->out->len;
  sb_puts(t->out, "  step");
  for (size_t i = 0; i < t->names.len; i++) {
    columns_pad(t->out, from, MARGIN + i * (t->column + GAP));
    put_name(t, t->names.data[i], t->column, t->out);
  }
  sb_putc(t->out, '\n');
}

// Where the loop of an endless run begins and ends, up to a step; steps before it may not be shown.
static void put_loops(text_table *t, size_t i) {
  for (; t->told <= i; t->told++) put_loop(t, t->told);
}

static void put_row(text_table *t, size_t row) {
  size_t i = t->rows.data[row];
  put_loops(t, i);
  put_critical(t, i);
  const trace_step *s = &t->r->result->trace.data[i], *before = i > t->r->first_step ? s - 1 : NULL;
  if (s->proc == 0) {
    t->n_before = 0;
    put_rule(t, i + 1, s, s->action);
    put_output(t, s, MARGIN, t->line - MARGIN);
    put_changes(t, s, MARGIN, t->line - MARGIN);
    return;
  }
  if (s->time != (before ? before->time : 0) || s->delta != (before ? before->delta : 0)) put_rule(t, 0, s, NULL);
  put_process_step(t, s, i + 1);
  t->n_before = row + 1;
}

// --- rounds of loops

// Rounds differ in numbers: times, indices.
static uint64_t without_digits(uint64_t h, const char *s) {
  for (; s && *s; s++)
    if (*s < '0' || *s > '9') h = hash_combine(h, (unsigned char)*s);
  return hash_u64(h);
}

static uint64_t likeness(const trace_step *s) {
  uint64_t h = hash_u64(s->proc);
  h = hash_combine(h, s->at.line);
  for (uint32_t i = 0; i < s->n_events; i++)
    h = without_digits(without_digits(h, s->events[i].verb), s->events[i].name);
  for (uint32_t i = 0; i < s->n_changes; i++) h = without_digits(h, s->changes[i].name);
  return h;
}

// How often does what begins at `row` and has so many rows come again, the first time counted?
static size_t rounds_at(const text_table *t, size_t row, size_t length) {
  size_t same = length;
  while (row + same < t->rows.len && t->alike.data[row + same] == t->alike.data[row + same % length]) same++;
  return same / length;
}

typedef struct folded_value {
  const char *name, *first, *last;
} folded_value;

static void put_folded(text_table *t, size_t from, size_t to, size_t rounds) {
  folded_value seen[FOLDED_NAMES];
  size_t n = 0;
  for (size_t row = from; row < to; row++) {
    const trace_step *s = &t->r->result->trace.data[t->rows.data[row]];
    for (uint32_t c = 0; c < s->n_changes; c++) {
      size_t k = 0;
      while (k < n && strcmp(seen[k].name, s->changes[c].name)) k++;
      if (k == FOLDED_NAMES) continue;
      if (k == n) seen[n++] = (folded_value){s->changes[c].name, s->changes[c].value, NULL};
      seen[k].last = s->changes[c].value;
    }
  }
  strbuf line = {0};
  sb_printf(&line, ".. %zu more rounds, steps %zu to %zu", rounds, t->rows.data[from] + 1, t->rows.data[to - 1] + 1);
  for (size_t k = 0; k < n; k++) {
    bool moves = strcmp(seen[k].first, seen[k].last) != 0;
    sb_printf(&line, "%s%s = %s", k ? ", " : ": ", seen[k].name, seen[k].first);
    if (moves) sb_printf(&line, " .. %s", seen[k].last);
  }
  size_t begin = t->out->len;
  columns_pad(t->out, begin, MARGIN);
  columns_put(t->out, sb_text(&line), t->line - MARGIN);
  sb_putc(t->out, '\n');
  sb_fini(&line);
}

// The rounds of a loop that begin at the row: the first is shown, those up to the last are told in one line. Returns the rows done.
static size_t put_rounds(text_table *t, size_t row) {
  for (size_t length = 1; length <= LONGEST_ROUND && !shows_all(t) && !t->r->result->lasso; length++) {
    size_t rounds = rounds_at(t, row, length);
    if (rounds < FEWEST_ROUNDS) continue;
    for (size_t i = 0; i < length; i++) put_row(t, row + i);
    put_folded(t, row + length, row + length * (rounds - 1), rounds - 2);
    t->n_before = 0;
    return length * (rounds - 1);
  }
  put_row(t, row);
  return 1;
}

// Where a history is told, the table begins with the clients. Before that the driver draws their calls and tries all orders of them.
static size_t first_told(const text_table *t) {
  const result *res = t->r->result;
  for (size_t i = 0; res->history.len && !shows_all(t) && i < res->trace.len; i++)
    if (str_starts(res->trace.data[i].proc_name, "client_")) return i;
  return t->r->first_step;
}

static void find_rows(text_table *t) {
  const result *res = t->r->result;
  VEC(bool) begun = {0};
  for (size_t i = first_told(t); i < res->trace.len; i++) {
    const trace_step *s = &res->trace.data[i];
    while (begun.len <= s->proc) vec_push(&begun, false);
    bool begins = !begun.data[s->proc];
    begun.data[s->proc] = true;
    if (s->proc && (is_watching(t->r, s->proc) || !has_effect(t, i, begins))) continue;
    vec_push(&t->rows, i);
    t->n_before = s->proc ? t->rows.len : 0;
    vec_push(&t->alike, likeness(s));
  }
  t->n_before = 0;
  vec_free(&begun);
}

void report_table(const report *r, strbuf *out) {
  text_table t = {.r = r, .out = out, .line = r->width ? r->width : LINE_WIDTH, .told = r->first_step};
  choose_form(&t);
  put_heading(&t);
  find_rows(&t);
  for (size_t row = 0; row < t.rows.len;) row += put_rounds(&t, row);
  put_loops(&t, r->result->trace.len);
  vec_free(&t.procs);
  vec_free(&t.names);
  vec_free(&t.rows);
  vec_free(&t.alike);
}
