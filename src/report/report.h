// Writers of results. A report reads a result (and, for waveforms, re-executes its schedule on the concrete
// interpreter); it knows no engine and decides nothing.
//
// Forms are a table: file name ending -> writer. All of them are described in doc/report-format.md.
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/str.h"
#include "config/options.h"
#include "replay/machine.h"
#include "result/result.h"

// One concrete run (simulate): what a verification result does not hold.
typedef struct report_value {
  const char *name, *value, *type;
} report_value;
typedef struct report_run {
  const char *outcome;  // "finished", "deadlock", "violation", "assumption", "limit", "unsupported"
  const char *message;  // how the run ended, in words
  place at;             // where, if it has a place
  const char *output;   // what the program printed
  uint64_t steps, time, delta;
  const report_value *final;
  size_t n_final;  // named globals at the end
} report_run;

typedef struct report {
  const char *version, *file;
  const char *command;  // "verify", "simulate", "replay"
  const ir_module *ir;  // NULL if the program was never read
  const result *result;
  const options *options;
  const machine_options *machine;  // how to re-execute; its input and event call-backs are replaced
  const report_run *run;           // simulate; else NULL
  size_t first_step;               // of the trace in tables
  bool color;
  size_t width;  // of lines; 0: as in files
} report;

// Of the JSON form (doc/result.schema.json): one more when a field goes or changes its meaning, not when one is added.
enum { REPORT_JSON_FORMAT = 1 };

typedef struct report_writer {
  const char *ending, *help;
  // False: the result cannot be told in this form, *why says why.
  bool (*put)(const report *r, strbuf *out, const char **why);
} report_writer;

typedef enum report_end {
  REPORT_WRITTEN,
  REPORT_NO_FORM,  // nothing to be written: the form cannot express the result
  REPORT_FAILED    // the file cannot be written, and there is none now
} report_end;

const report_writer *report_writers(void);           // ends with an entry without ending
const report_writer *report_find(const char *path);  // by ending; NULL if none fits
// In the form that the ending of `path` chooses (report_find knows it). Unless it is written, *why says why.
report_end report_write(const report *r, const char *path, const char **why);

void report_text(const report *r, strbuf *out);  // verdict, counterexample, statistics as the options ask
void report_stats(const report *r, strbuf *out);
void report_json(const report *r, strbuf *out);  // the object of the contract, one final newline
// False: there is no run to show, or re-execution stopped early.
bool report_vcd(const report *r, strbuf *out, const char **why);
// For code reviews and editors. False: a run without a violation.
bool report_sarif(const report *r, strbuf *out, const char **why);
// For browsers: one file that needs nothing else.
bool report_html(const report *r, strbuf *out, const char **why);
// For servers of continuous integration. False: no property was looked for.
bool report_junit(const report *r, strbuf *out, const char **why);
// Coverage in the form of lcov. False: it was not looked at.
bool report_lcov(const report *r, strbuf *out, const char **why);
// Witnesses of the competition on software verification. False: the result has none in that form.
bool report_graphml(const report *r, strbuf *out, const char **why);
bool report_yaml(const report *r, strbuf *out, const char **why);

// "assertion fails: x == 1": the kind of the violation and what the program says about it.
void report_violation(const violation *v, strbuf *out);
// "file:line:column"; nothing for no place.
void report_place(place at, strbuf *out);

#endif
