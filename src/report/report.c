#include "report/report.h"

#include <string.h>

#include "base/file.h"
#include "result/explain.h"

static bool put_json(const report *r, strbuf *out, const char **why) {
  (void)why;
  report_json(r, out);
  return true;
}

static bool put_text(const report *r, strbuf *out, const char **why) {
  (void)why;
  report plain = *r;
  options all = *r->options;
  plain.color = false;
  plain.width = 0;
  all.quiet = false;  // --quiet speaks of the screen
  plain.options = &all;
  report_text(&plain, out);
  return true;
}

static bool put_trace(const report *r, strbuf *out, const char **why) {
  if (r->result->verdict != VERDICT_UNSAFE) {
    *why = "there is no counterexample";
    return false;
  }
  trace_put(r->file, r->ir, r->result, out);
  return true;
}

static const report_writer writers[] = {
    {".json", "the object that --json prints", put_json},
    {".txt", "the text result without colours", put_text},
    {".trace", "the counterexample for `allways replay`", put_trace},
    {".vcd", "waveform of the counterexample, for GTKWave and others", report_vcd},
    {".sarif", "SARIF 2.1.0, for code reviews and editors", report_sarif},
    {".html", "a page for browsers: processes side by side, source, values, step by step", report_html},
    {".xml", "JUnit XML, a test case per property", report_junit},
    {".info", "which lines and branches runs come to, for lcov and genhtml", report_lcov},
    {".graphml", "witness of the competition, format 1.0: counterexample with threads, or proof", report_graphml},
    {".yml", "witness of the competition, format 2.0", report_yaml},
    {NULL, NULL, NULL},
};

const report_writer *report_writers(void) { return writers; }

const report_writer *report_find(const char *path) {
  for (const report_writer *w = writers; w->ending; w++)
    if (str_ends(path, w->ending) && strlen(path) > strlen(w->ending)) return w;
  return NULL;
}

report_end report_write(const report *r, const char *path, const char **why) {
  strbuf text = {0};
  report_end end = REPORT_WRITTEN;
  if (!report_find(path)->put(r, &text, why))
    end = REPORT_NO_FORM;
  else if (!file_write(path, sb_text(&text), text.len, why))
    end = REPORT_FAILED;
  sb_fini(&text);
  return end;
}

void report_violation(const violation *v, strbuf *out) {
  const char *kind = ir_check_message(v->check);
  bool repeats = v->message && str_starts(v->message, kind);
  if (!repeats) sb_puts(out, kind);
  if (v->message && *v->message && !repeats) sb_puts(out, ": ");
  if (v->message) sb_puts(out, v->message);
}

void report_place(place at, strbuf *out) {
  if (!at.file) return;
  sb_puts(out, at.file);
  if (at.line) sb_printf(out, ":%u", at.line);
  if (at.line && at.col) sb_printf(out, ":%u", at.col);
}
