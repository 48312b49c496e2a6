#include "report/rep_coverage.h"

#include <string.h>

#include "report/json_text.h"

static const char *const kinds[COVER_KINDS] = {
    [COVER_LINE] = "line", [COVER_ARM] = "branch", [COVER_ASSUME] = "assume", [COVER_ASSERT] = "assert"};
static const char *const plurals[COVER_KINDS] = {[COVER_LINE] = "lines",
                                                 [COVER_ARM] = "arms of branches",
                                                 [COVER_ASSUME] = "assumptions",
                                                 [COVER_ASSERT] = "assertions"};
static const char *const values[] = {
    [CLAIM_NOT_SHOWN] = "not shown", [CLAIM_REACHED] = "reached", [CLAIM_UNREACHABLE] = "unreachable"};

typedef struct tally {
  size_t all, reached;
} tally;

static tally count(const result *r, cover_kind kind) {
  tally t = {0};
  for (size_t i = 0; i < r->coverage.len; i++) {
    if (r->coverage.data[i].kind != kind) continue;
    t.all++;
    t.reached += r->coverage.data[i].value == CLAIM_REACHED;
  }
  return t;
}

// --- text

static const result_cover *next_line(const result *r, size_t *at) {
  for (; *at < r->coverage.len; ++*at)
    if (r->coverage.data[*at].kind == COVER_LINE) return &r->coverage.data[(*at)++];
  return NULL;
}

static void put_span(const char *file, uint32_t from, uint32_t to, const char **last, strbuf *out) {
  if (!*last || strcmp(*last, file) != 0)
    sb_printf(out, "%s%s:%u", *last ? "; " : "", file, from);
  else
    sb_printf(out, ", %u", from);
  if (to != from) sb_printf(out, "-%u", to);
  *last = file;
}

// "file:3, 7-9; other:4": lines with this value; between the first and the last of a span no line has another one.
static void put_lines(const result *r, claim_value value, const char *what, strbuf *out) {
  const char *last = NULL;
  const result_cover *from = NULL, *to = NULL;
  size_t at = 0;
  for (const result_cover *c = next_line(r, &at);; c = next_line(r, &at)) {
    bool goes_on = c && from && c->value == value && !strcmp(c->at.file, from->at.file);
    if (from && !goes_on) {
      if (!last) sb_printf(out, "  %s ", what);
      put_span(from->at.file, from->at.line, to->at.line, &last, out);
      from = NULL;
    }
    if (!c) break;
    if (c->value != value) continue;
    if (!from) from = c;
    to = c;
  }
  if (last) sb_putc(out, '\n');
}

void report_coverage_text(const result *r, strbuf *out) {
  if (!r->covered) return;
  bool any = false;
  for (int k = 0; k < COVER_KINDS; k++) {
    tally t = count(r, (cover_kind)k);
    if (!t.all) continue;
    sb_printf(out, "%s%zu of %zu %s", any ? ", " : "  coverage: runs come to ", t.reached, t.all, plurals[k]);
    any = true;
  }
  sb_puts(out, any ? "\n" : "  coverage: the program has no lines of its own\n");
  put_lines(r, CLAIM_UNREACHABLE, "no run comes to", out);
  put_lines(r, CLAIM_NOT_SHOWN, "not seen, and not shown to be out of reach:", out);
}

// --- JSON

json_t *report_coverage_value(const result *r) {
  if (!r->covered) return NULL;
  json_t *list = json_array();
  for (size_t i = 0; i < r->coverage.len; i++) {
    const result_cover *c = &r->coverage.data[i];
    json_t *o = json_object();
    json_object_set_new(o, "kind", json_string(kinds[c->kind]));
    json_object_set_new(o, "place", json_place(c->at));
    if (c->kind == COVER_ARM) json_object_set_new(o, "arm", json_integer((json_int_t)c->arm));
    json_object_set_new(o, "value", json_string(values[c->value]));
    json_object_set_new(o, "count", json_integer((json_int_t)c->count));
    json_array_append_new(list, o);
  }
  return list;
}

// --- lcov: one record per file

static void put_file(const result *r, const char *file, strbuf *out) {
  tally lines = {0}, arms = {0};
  const result_cover *line = NULL;
  uint32_t branch = 0;
  place last = PLACE_NONE;
  sb_printf(out, "TN:\nSF:%s\n", file);
  for (size_t i = 0; i < r->coverage.len; i++) {
    const result_cover *c = &r->coverage.data[i];
    if (strcmp(c->at.file, file) != 0) continue;
    if (c->kind == COVER_LINE) {
      line = c;
      sb_printf(out, "DA:%u,%llu\n", c->at.line, (unsigned long long)c->count);
      lines.all++;
      lines.reached += c->count > 0;
    }
    if (c->kind != COVER_ARM) continue;
    if (c->at.line != last.line) branch = 0;
    if (c->at.line == last.line && c->at.col != last.col) branch++;
    last = c->at;
    sb_printf(out, "BRDA:%u,%u,%u,", c->at.line, branch, c->arm);
    if (line && line->at.line == c->at.line && !line->count)
      sb_puts(out, "-\n");
    else
      sb_printf(out, "%llu\n", (unsigned long long)c->count);
    arms.all++;
    arms.reached += c->count > 0;
  }
  sb_printf(out, "BRF:%zu\nBRH:%zu\nLF:%zu\nLH:%zu\nend_of_record\n", arms.all, arms.reached, lines.all, lines.reached);
}

bool report_lcov(const report *r, strbuf *out, const char **why) {
  const result *res = r->result;
  if (!res->covered) {
    *why = "nobody has looked where runs come";
    return false;
  }
  for (size_t i = 0; i < res->coverage.len; i++) {
    const char *file = res->coverage.data[i].at.file;
    if (!i || strcmp(file, res->coverage.data[i - 1].at.file) != 0) put_file(res, file, out);
  }
  return true;
}
