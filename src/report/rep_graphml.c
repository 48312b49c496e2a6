// Witnesses as automata in GraphML, format 1.0: for a counterexample one path from the entry to the violation whose edges
// name thread and line; for a proof one node with the invariant that always holds.
#include <string.h>

#include "report/witness.h"

static void put_text(strbuf *out, const char *s) {
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '&')
      sb_puts(out, "&amp;");
    else if (c == '<')
      sb_puts(out, "&lt;");
    else if (c == '>')
      sb_puts(out, "&gt;");
    else if (c == '"')
      sb_puts(out, "&quot;");
    else
      sb_putc(out, (c < 0x20 && c != '\n' && c != '\t') || c >= 0x7f ? '?' : (char)c);
  }
}

static void put_data(strbuf *out, const char *indent, const char *key, const char *value) {
  sb_printf(out, "%s<data key=\"%s\">", indent, key);
  put_text(out, value);
  sb_puts(out, "</data>\n");
}

static void put_number(strbuf *out, const char *key, uint32_t value) {
  sb_printf(out, "   <data key=\"%s\">%u</data>\n", key, value);
}

// --- head -----------------------------------------------------------------------------------------------------------

static const struct {
  const char *name, *type, *of, *initial;
} keys[] = {
    {"witness-type", "string", "graph", NULL}, {"sourcecodelang", "string", "graph", NULL},
    {"producer", "string", "graph", NULL},     {"specification", "string", "graph", NULL},
    {"programfile", "string", "graph", NULL},  {"programhash", "string", "graph", NULL},
    {"architecture", "string", "graph", NULL}, {"creationtime", "string", "graph", NULL},
    {"entry", "boolean", "node", "false"},     {"violation", "boolean", "node", "false"},
    {"invariant", "string", "node", NULL},     {"startline", "int", "edge", NULL},
    {"originfile", "string", "edge", NULL},    {"threadId", "string", "edge", NULL},
    {"createThread", "string", "edge", NULL},  {"enterFunction", "string", "edge", NULL},
    {"assumption", "string", "edge", NULL},    {"assumption.resultfunction", "string", "edge", NULL},
};

static void put_keys(strbuf *out) {
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    sb_printf(out, " <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"", keys[i].name, keys[i].name,
              keys[i].type, keys[i].of);
    if (keys[i].initial)
      sb_printf(out, "><default>%s</default></key>\n", keys[i].initial);
    else
      sb_puts(out, "/>\n");
  }
}

static void put_task(const report *r, const witness *w, strbuf *out) {
  bool unsafe = r->result->verdict == VERDICT_UNSAFE;
  put_data(out, "  ", "witness-type", unsafe ? "violation_witness" : "correctness_witness");
  put_data(out, "  ", "sourcecodelang", "C");
  strbuf text = {0};
  sb_printf(&text, "Allways %s", r->version);
  put_data(out, "  ", "producer", sb_text(&text));
  for (size_t i = 0; i < w->formulas.len; i++) {
    sb_clear(&text);
    sb_printf(&text, "CHECK( init(main()), LTL(%s) )", w->formulas.data[i]);
    put_data(out, "  ", "specification", sb_text(&text));
  }
  sb_fini(&text);
  put_data(out, "  ", "programfile", r->file);
  put_data(out, "  ", "programhash", w->hash);
  put_data(out, "  ", "architecture", r->ir->pointer_bits == 32 ? "32bit" : "64bit");
  put_data(out, "  ", "creationtime", w->time);
}

// --- path -----------------------------------------------------------------------------------------------------------

static void put_edge(const report *r, const witness_edge *e, size_t from, strbuf *out) {
  sb_printf(out, "  <edge source=\"N%zu\" target=\"N%zu\">\n", from, from + 1);
  if (e->at.line) put_number(out, "startline", e->at.line);
  if (e->at.file && strcmp(e->at.file, r->file) != 0) put_data(out, "   ", "originfile", e->at.file);
  put_number(out, "threadId", e->thread);
  // The first thread is created by nobody, which the format says on its first edge.
  if (e->creates || (from == 0 && e->enters)) put_number(out, "createThread", e->creates);
  if (e->enters) put_data(out, "   ", "enterFunction", e->enters);
  if (e->function) {
    strbuf text = {0};
    sb_printf(&text, "\\result == %s;", e->value);
    put_data(out, "   ", "assumption", sb_text(&text));
    put_data(out, "   ", "assumption.resultfunction", e->function);
    sb_fini(&text);
  }
  sb_puts(out, "  </edge>\n");
}

static void put_path(const report *r, const witness *w, strbuf *out) {
  sb_puts(out, "  <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
  for (size_t i = 0; i < w->edges.len; i++) {
    bool end = i + 1 == w->edges.len;
    if (end)
      sb_printf(out, "  <node id=\"N%zu\"><data key=\"violation\">true</data></node>\n", i + 1);
    else
      sb_printf(out, "  <node id=\"N%zu\"/>\n", i + 1);
    put_edge(r, &w->edges.data[i], i, out);
  }
}

static void put_proof(strbuf *out) {
  sb_puts(out, "  <node id=\"N0\"><data key=\"entry\">true</data><data key=\"invariant\">1</data></node>\n");
}

bool report_graphml(const report *r, strbuf *out, const char **why) {
  witness w;
  bool ok = witness_make(r, &w, why);
  if (ok) {
    sb_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                 "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    put_keys(out);
    sb_puts(out, " <graph edgedefault=\"directed\">\n");
    put_task(r, &w, out);
    if (r->result->verdict == VERDICT_UNSAFE)
      put_path(r, &w, out);
    else
      put_proof(out);
    sb_puts(out, " </graph>\n</graphml>\n");
  }
  witness_free(&w);
  return ok;
}
