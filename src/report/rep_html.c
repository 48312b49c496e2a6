// The result as one HTML file for browsers, without anything from elsewhere: style and script (src/report/html), the JSON form of
// the result with the sources it speaks of, and the text form for paper and for browsers without scripts.
//
// Names and sources of programs may hold anything. They stand in two places only: as HTML text, where put_html escapes them, and in the JSON,
// where everything but plain ASCII and `<`, `>`, `&` are written as \u escapes; the script makes nodes of text, never markup.
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report/html_parts.h"
#include "report/json_text.h"
#include "report/report.h"

enum { MOST_SOURCE = 4 << 20 };  // bytes of one source file; larger ones are not shown

// What a run costs differs from run to run; the page does not.
static const char *const costs[] = {"time_s", "solver_time_s", "match_time_s", "matches_timed", "peak_rss_bytes"};

static void put_html(strbuf *out, const char *s) {
  strbuf clean = {0};
  json_clean(s, strlen(s), &clean);
  for (const char *at = sb_text(&clean); *at; at++) {
    if (*at == '&')
      sb_puts(out, "&amp;");
    else if (*at == '<')
      sb_puts(out, "&lt;");
    else if (*at == '>')
      sb_puts(out, "&gt;");
    else if (*at == '"')
      sb_puts(out, "&quot;");
    else if ((unsigned char)*at < 0x20 && *at != '\n' && *at != '\t')
      sb_puts(out, "\xef\xbf\xbd");
    else
      sb_putc(out, *at);
  }
  sb_fini(&clean);
}

static void put_json(strbuf *out, const json_t *value) {
  char *dump = json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
  CHECK(dump, "the result is not printable as JSON");
  for (const char *at = dump; *at; at++) {
    if (*at == '<' || *at == '>' || *at == '&')
      sb_printf(out, "\\u%04x", (unsigned)*at);
    else
      sb_putc(out, *at);
  }
  free(dump);
}

// --- sources

typedef struct page {
  const report *r;
  json_t *sources;    // file -> text
  json_t *libraries;  // files that are nothing of the program
} page;

static void add_library(page *p, const char *file) {
  json_t *name = json_text(file);
  bool known = false;
  for (size_t i = 0; i < json_array_size(p->libraries); i++) known |= json_equal(json_array_get(p->libraries, i), name);
  if (!known) json_array_append(p->libraries, name);
  json_decref(name);
}

static void add_source(page *p, place at) {
  const ir_module *m = p->r->ir;
  if (!at.file || !m) return;
  if (place_in_library(at.file)) {
    add_library(p, at.file);
    return;
  }
  for (uint32_t i = 0; i < m->n_sources; i++) {
    const ir_source *s = &m->sources[i];
    if (strcmp(s->file, at.file) != 0 || s->len > MOST_SOURCE) continue;
    strbuf name = {0}, text = {0};
    json_clean(s->file, strlen(s->file), &name);
    if (!json_object_get(p->sources, sb_text(&name))) {
      json_clean(s->text, s->len, &text);
      json_object_set_new(p->sources, sb_text(&name), json_text(sb_text(&text)));
    }
    sb_fini(&name);
    sb_fini(&text);
    return;
  }
}

static void add_trace_sources(page *p, const trace_vec *t) {
  place last = PLACE_NONE;
  for (size_t i = 0; i < t->len; i++) {
    if (t->data[i].at.file != last.file) add_source(p, t->data[i].at);
    last = t->data[i].at;
  }
}

static void add_sources(page *p) {
  const result *res = p->r->result;
  const ir_module *m = p->r->ir;
  add_source(p, res->violation.at);
  add_source(p, res->violation.other_at);
  add_source(p, res->reason_at);
  add_trace_sources(p, &res->trace);
  add_trace_sources(p, &res->second_trace);
  for (size_t i = 0; i < res->claims.len; i++) add_source(p, res->claims.data[i].at);
  for (size_t i = 0; i < res->coverage.len; i++) add_source(p, res->coverage.data[i].at);
  for (size_t i = 0; i < res->reasons.len; i++) add_source(p, res->reasons.data[i].at);
  if (m && m->n_sources && p->r->file) add_source(p, (place){.file = p->r->file, .line = 1});
}

// --- the page

// The number of the process of each step; 0 is the kernel.
static json_t *procs_value(const trace_vec *t) {
  json_t *list = json_array();
  for (size_t i = 0; i < t->len; i++) json_array_append_new(list, json_integer(t->data[i].proc));
  return list;
}

// Times with their unit, one per step; null if the program has no time.
static json_t *times_value(const report *r, const trace_vec *t) {
  if (!r->ir || r->ir->scheduler != IR_SCHED_SYSTEMC) return json_null();
  json_t *list = json_array();
  for (size_t i = 0; i < t->len; i++) json_array_append_new(list, json_text(t->data[i].time_text));
  return list;
}

static const char *const option_names[] = {
#define OPT_BOOL(category, field, name, def, where, help) [OPTION_##field] = name,
#define OPT_UINT(category, field, name, def, min, max, metavar, where, help) [OPTION_##field] = name,
#define OPT_REAL(category, field, name, max, metavar, where, help) [OPTION_##field] = name,
#define OPT_ENUM(category, field, name, def, values, where, help) [OPTION_##field] = name,
#define OPT_TEXT(category, field, name, def, metavar, where, help) [OPTION_##field] = name,
#define OPT_RANGE(category, field, name, metavar, where, help) [OPTION_##field] = name,
#define OPT_LIST(category, field, name, metavar, where, help) [OPTION_##field] = name,
#include "config/options.def"
};

// Only those that were given: a page does not change with every new option.
static void keep_given_options(const options *o, json_t *all) {
  for (size_t i = 0; i < OPTION_COUNT; i++)
    if (!o->given[i]) json_object_del(all, option_names[i]);
}

static json_t *data_value(const report *r) {
  page p = {.r = r, .sources = json_object(), .libraries = json_array()};
  add_sources(&p);
  json_t *data = json_object(), *told = report_json_value(r);
  for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) json_object_del(told, costs[i]);
  keep_given_options(r->options, json_object_get(told, "options"));
  json_object_set_new(data, "result", told);
  json_object_set_new(data, "sources", p.sources);
  json_object_set_new(data, "libraries", p.libraries);
  json_object_set_new(data, "procs", procs_value(&r->result->trace));
  json_object_set_new(data, "second_procs", procs_value(&r->result->second_trace));
  json_object_set_new(data, "times", times_value(r, &r->result->trace));
  json_object_set_new(data, "second_times", times_value(r, &r->result->second_trace));
  return data;
}

static void put_head(const report *r, strbuf *out) {
  sb_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  sb_puts(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
               "script-src 'unsafe-inline'\">\n");
  sb_puts(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  put_html(out, r->file ? r->file : "");
  sb_printf(out, ": %s</title>\n<style>\n", verdict_text(r->result->verdict));
  sb_putn(out, html_style, (size_t)(html_style_end - html_style));
  sb_puts(out, "</style>\n</head>\n");
}

bool report_html(const report *r, strbuf *out, const char **why) {
  (void)why;
  report plain = *r;
  options all = *r->options;
  plain.color = false;
  plain.width = 0;
  all.quiet = all.stats = false;
  plain.options = &all;
  put_head(r, out);
  sb_printf(out, "<body class=\"%s\">\n<main id=\"page\"></main>\n", verdict_text(r->result->verdict));
  sb_puts(out, "<details id=\"text\" open>\n<summary>The result as text</summary>\n<pre tabindex=\"0\">");
  strbuf text = {0};
  report_text(&plain, &text);
  put_html(out, sb_text(&text));
  sb_fini(&text);
  sb_puts(out, "</pre>\n</details>\n<script type=\"application/json\" id=\"data\">");
  json_t *data = data_value(&plain);
  put_json(out, data);
  json_decref(data);
  sb_puts(out, "</script>\n<script>\n");
  sb_putn(out, html_script, (size_t)(html_script_end - html_script));
  sb_puts(out, "</script>\n</body>\n</html>\n");
  return true;
}
