// Witnesses in YAML, format 2.0. It knows no threads: of a counterexample in which several take part only the target
// is written, which is right for any of its runs; of one thread also the results of the input functions, in order. What
// has no target in this format (data races, deadlocks) is left to GraphML.
#include <string.h>

#include "report/witness.h"

// A double-quoted scalar.
static void put_text(strbuf *out, const char *s) {
  sb_putc(out, '"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\')
      sb_printf(out, "\\%c", c);
    else if (c < 0x20 || c >= 0x7f)
      sb_printf(out, "\\x%02x", c);
    else
      sb_putc(out, (char)c);
  }
  sb_putc(out, '"');
}

static void put_field(strbuf *out, const char *name, const char *value) {
  sb_puts(out, name);
  sb_puts(out, ": ");
  put_text(out, value);
  sb_putc(out, '\n');
}

// Made from what the witness says, so that the same command gives the same file (RFC 9562, version 8).
static void put_uuid(const report *r, const witness *w, strbuf *out) {
  strbuf all = {0};
  sb_printf(&all, "%s %s %s %s", r->version, r->file, w->hash, verdict_text(r->result->verdict));
  for (size_t i = 0; i < w->formulas.len; i++) sb_puts(&all, w->formulas.data[i]);
  char hash[SHA256_TEXT];
  sha256_text(sb_text(&all), all.len, hash);
  sb_fini(&all);
  sb_printf(out, "    uuid: \"%.8s-%.4s-8%.3s-8%.3s-%.12s\"\n", hash, hash + 8, hash + 12, hash + 15, hash + 18);
}

static void put_head(const report *r, const witness *w, strbuf *out) {
  bool unsafe = r->result->verdict == VERDICT_UNSAFE;
  put_field(out, "- entry_type", unsafe ? "violation_sequence" : "invariant_set");
  sb_puts(out, "  metadata:\n");
  put_field(out, "    format_version", "2.0");
  put_uuid(r, w, out);
  put_field(out, "    creation_time", w->time);
  sb_puts(out, "    producer:\n");
  put_field(out, "      name", "Allways");
  put_field(out, "      version", r->version);
  sb_puts(out, "    task:\n      input_files:\n        - ");
  put_text(out, r->file);
  sb_puts(out, "\n      input_file_hashes:\n        ");
  put_text(out, r->file);
  sb_puts(out, ": ");
  put_text(out, w->hash);
  sb_puts(out, "\n      specification: ");
  strbuf text = {0};
  for (size_t i = 0; i < w->formulas.len; i++)
    sb_printf(&text, "%sCHECK( init(main()), LTL(%s) )", i ? " " : "", w->formulas.data[i]);
  put_text(out, sb_text(&text));
  sb_fini(&text);
  sb_putc(out, '\n');
  put_field(out, "      data_model", r->ir->pointer_bits == 32 ? "ILP32" : "LP64");
  put_field(out, "      language", "C");
}

static void put_waypoint(const char *type, place at, uint32_t column, const char *value, strbuf *out) {
  sb_puts(out, "    - segment:\n        - waypoint:\n");
  put_field(out, "            type", type);
  put_field(out, "            action", "follow");
  sb_puts(out, "            location:\n");
  put_field(out, "              file_name", at.file);
  sb_printf(out, "              line: %u\n", at.line);
  if (column) sb_printf(out, "              column: %u\n", column);
  if (!value) return;
  strbuf text = {0};
  sb_printf(&text, "\\result == %s", value);
  sb_puts(out, "            constraint:\n");
  put_field(out, "              value", sb_text(&text));
  put_field(out, "              format", "acsl_expression");
  sb_fini(&text);
}

static void put_content(const report *r, const witness *w, strbuf *out) {
  if (r->result->verdict != VERDICT_UNSAFE) {
    sb_puts(out, "  content: []\n");
    return;
  }
  sb_puts(out, "  content:\n");
  for (size_t i = 0; w->n_threads <= 1 && i < w->edges.len; i++) {
    const witness_edge *e = &w->edges.data[i];
    if (e->function) put_waypoint("function_return", e->at, e->closing, e->value, out);
  }
  // Without a column the leftmost position of the line that fits is meant.
  put_waypoint("target", r->result->violation.at, 0, NULL, out);
}

static bool has_target(const result *res, const char **why) {
  const violation *v = &res->violation;
  *why = "witnesses of format 2.0 cannot express this violation; .graphml can";
  return res->verdict != VERDICT_UNSAFE ||
         (v->check != IR_CHECK_RACE && v->check != IR_CHECK_DEADLOCK && v->at.file && v->at.line);
}

bool report_yaml(const report *r, strbuf *out, const char **why) {
  witness w;
  bool ok = witness_make(r, &w, why) && has_target(r->result, why);
  if (ok) {
    put_head(r, &w, out);
    put_content(r, &w, out);
  }
  witness_free(&w);
  return ok;
}
