#include "report/report.h"

#include <errno.h>
#include <string.h>

#include "result/explain.h"

static bool write_file(const char *path, const strbuf *text, const char **why) {
  FILE *f = fopen(path, "wb");
  if (!f) {
    *why = strerror(errno);
    return false;
  }
  bool ok = fwrite(sb_text(text), 1, text->len, f) == text->len;
  if (fclose(f) != 0 || !ok) {
    *why = strerror(errno);
    return false;
  }
  return true;
}

static bool write_json(const report *r, const char *path, const char **why) {
  strbuf text = {0};
  report_json(r, &text);
  bool ok = write_file(path, &text, why);
  sb_fini(&text);
  return ok;
}

static bool write_text(const report *r, const char *path, const char **why) {
  report plain = *r;
  options all = *r->options;
  plain.color = false;
  all.quiet = false;  // --quiet speaks of the screen
  plain.options = &all;
  strbuf text = {0};
  report_text(&plain, &text);
  bool ok = write_file(path, &text, why);
  sb_fini(&text);
  return ok;
}

typedef bool (*render)(const report *r, strbuf *out, const char **why);

static bool write_rendered(render form, const report *r, const char *path, const char **why) {
  strbuf text = {0};
  bool ok = form(r, &text, why) && write_file(path, &text, why);
  sb_fini(&text);
  return ok;
}

static bool write_vcd(const report *r, const char *path, const char **why) {
  return write_rendered(report_vcd, r, path, why);
}

static bool write_graphml(const report *r, const char *path, const char **why) {
  return write_rendered(report_graphml, r, path, why);
}

static bool write_yaml(const report *r, const char *path, const char **why) {
  return write_rendered(report_yaml, r, path, why);
}

static bool write_trace(const report *r, const char *path, const char **why) {
  if (r->result->verdict != VERDICT_UNSAFE) {
    *why = "there is no counterexample";
    return false;
  }
  return trace_save(path, r->file, r->ir, r->result, why);
}

static const report_writer writers[] = {
    {".json", "the object that --json prints", write_json},
    {".txt", "the text result without colours", write_text},
    {".trace", "the counterexample for `allways replay`", write_trace},
    {".vcd", "waveform of the counterexample, for GTKWave and others", write_vcd},
    {".graphml", "witness of the competition, format 1.0: counterexample with threads, or proof", write_graphml},
    {".yml", "witness of the competition, format 2.0", write_yaml},
    {NULL, NULL, NULL},
};

const report_writer *report_writers(void) { return writers; }

const report_writer *report_find(const char *path) {
  for (const report_writer *w = writers; w->ending; w++)
    if (str_ends(path, w->ending) && strlen(path) > strlen(w->ending)) return w;
  return NULL;
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
