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

#include "report/columns.h"

enum { LINE_WIDTH = 100, MARGIN = 8, GAP = 2, NARROWEST = 20, WIDEST = 44 };

typedef struct text_table {
  const report *r;
  strbuf *out;
  VEC(uint32_t) procs;  // of the columns, in declaration order
  VEC(const char *) names;
  size_t column;      // width of one column; 0: linear form
  size_t name_width;  // linear form
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

static void choose_form(text_table *t) {
  const result *res = t->r->result;
  for (size_t i = 0; i < res->trace.len; i++)
    if (res->trace.data[i].proc && !is_watching(t->r, res->trace.data[i].proc))
      add_process(t, res->trace.data[i].proc, res->trace.data[i].proc_name);
  for (size_t i = 0; i < t->names.len; i++) {
    size_t width = columns_width(t->names.data[i]);
    if (width > t->name_width) t->name_width = width;
  }
  if (t->name_width > NARROWEST) t->name_width = NARROWEST;
  size_t n = t->procs.len;
  if (n == 0) return;
  size_t room = LINE_WIDTH - MARGIN, gaps = (n - 1) * GAP;
  size_t width = room > gaps ? (room - gaps) / n : 0;
  if (width >= NARROWEST) t->column = width < WIDEST ? width : WIDEST;
}

static size_t table_width(const text_table *t) {
  if (!t->column) return LINE_WIDTH;
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

// Library code that no line of the program calls, like the begin and the end of a std::thread, has no place to show.
static bool in_program(const trace_step *s) { return s->at.line && !place_in_library(s->at.file); }

// Is there anything to say about the step? The last one is where it fails.
static bool has_effect(const text_table *t, size_t i) {
  const trace_step *s = &t->r->result->trace.data[i];
  bool acts = (s->action && *s->action) || (s->output && *s->output) || s->n_changes;
  return in_program(s) || acts || i + 1 == t->r->result->trace.len;
}

// "12: x = x + 1;", with the file if it is not the one being verified; without a place, what the step did.
static bool put_where(const text_table *t, const trace_step *s, strbuf *line) {
  if (!in_program(s)) {
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

// Does the step go on in the line in which the one before it, of the same process, began?
static bool goes_on(const text_table *t, size_t i) {
  const trace_step *s = &t->r->result->trace.data[i], *before = i ? s - 1 : NULL;
  if (t->r->result->lasso && t->r->result->loop_from == i) return false;
  if (!before || before->proc != s->proc || !s->at.line || before->at.line != s->at.line) return false;
  if (before->source && s->source && strcmp(before->source, s->source) != 0) return false;  // of one line of an option
  return t->r->ir && t->r->ir->scheduler == IR_SCHED_INTERLEAVE;
}

static void put_process_step(text_table *t, const trace_step *s, size_t number) {
  strbuf line = {0};
  size_t column = MARGIN, width = t->column;
  if (t->column) {
    column += column_of(t, s->proc) * (t->column + GAP);
  } else {
    columns_put(&line, s->proc_name, t->name_width);
    columns_pad(&line, 0, t->name_width + GAP);
    column += t->name_width + GAP;
    width = LINE_WIDTH - column;
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
  columns_put(t->out, sb_text(&text), LINE_WIDTH - MARGIN);
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

static void put_heading(text_table *t) {
  if (!t->column) return;
  size_t from = t->out->len;
  sb_puts(t->out, "  step");
  for (size_t i = 0; i < t->names.len; i++) {
    columns_pad(t->out, from, MARGIN + i * (t->column + GAP));
    columns_put(t->out, t->names.data[i], t->column);
  }
  sb_putc(t->out, '\n');
}

void report_table(const report *r, strbuf *out) {
  const result *res = r->result;
  text_table t = {.r = r, .out = out};
  choose_form(&t);
  put_heading(&t);
  uint64_t time = 0, delta = 0;
  for (size_t i = r->first_step; i < res->trace.len; i++) {
    const trace_step *s = &res->trace.data[i];
    put_loop(&t, i);
    if (s->proc == 0) {
      put_rule(&t, i + 1, s, s->action);
      put_output(&t, s, MARGIN, LINE_WIDTH - MARGIN);
      put_changes(&t, s, MARGIN, LINE_WIDTH - MARGIN);
    } else {
      if (s->time != time || s->delta != delta) put_rule(&t, 0, s, NULL);
      if (has_effect(&t, i) && !is_watching(r, s->proc)) put_process_step(&t, s, i + 1);
    }
    time = s->time;
    delta = s->delta;
  }
  put_loop(&t, res->trace.len);
  vec_free(&t.procs);
  vec_free(&t.names);
}
