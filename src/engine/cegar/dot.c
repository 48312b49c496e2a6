// The graph of abstract states in the language of dot: discrete part, facts, chosen processes, validity.
#include "engine/cegar/arg.h"

static void put_text(strbuf *b, const char *s) {
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') sb_putc(b, '\\');
    sb_putc(b, *s);
  }
}

static void put_facts(const cegar *g, const anode *n, strbuf *b) {
  strbuf term = {0};
  for (size_t i = 0; i < n->data.values.len; i++) {
    sb_clear(&term);
    expr_print(g->t, n->data.values.data[i].value, &term);
    sb_printf(&term, "\\n");
    put_text(b, g->c->vars.data[n->data.values.data[i].var].name);
    sb_printf(b, " = %s", sb_text(&term));
  }
  for (size_t i = 0; i < n->data.literals.len; i++) {
    sb_clear(&term);
    expr_print(g->t, precision_literal(g, n->data.literals.data[i]), &term);
    put_text(b, sb_text(&term));
    sb_puts(b, "\\n");
  }
  sb_fini(&term);
}

static void put_set(const cegar *g, const char *title, const bitset *s, bool processes, strbuf *b) {
  if (!s->bits) return;
  sb_printf(b, "%s {", title);
  const char *comma = "";
  for (size_t i = 1; i < s->bits; i++) {
    if (!bitset_has(s, i) || (!processes && i >= g->c->vars.len)) continue;
    sb_puts(b, comma);
    put_text(b, processes ? g->c->insts.data[i].name : g->c->vars.data[i].name);
    comma = ",";
  }
  sb_puts(b, "}\\n");
}

static void put_node(const cegar *g, const anode *n, strbuf *b) {
  sb_printf(b, "  n%u [label=\"", n->id);
  for (size_t p = 1; p < g->c->insts.len; p++) {
    if (!n->locs[p]) continue;
    const cloc *l = &g->c->locs.data[n->locs[p]];
    put_text(b, g->c->insts.data[p].name);
    if (l->kind == CLOC_CODE)
      sb_printf(b, ":%u", l->at.line);
    else
      sb_printf(b, ":%s",
                l->kind == CLOC_ENDED    ? "ended"
                : l->kind == CLOC_PARKED ? "parked"
                : l->kind == CLOC_ERROR  ? "error"
                                         : "gap");
    sb_putc(b, ' ');
  }
  sb_puts(b, "\\n");
  put_facts(g, n, b);
  put_set(g, "enabled", &n->enabled, true, b);
  put_set(g, "chosen", &n->chosen, true, b);
  put_set(g, "valid while not", &n->left_out, false, b);
  sb_printf(b, "\"%s];\n", n->error ? ", color=red" : "");
}

void arg_write_dot(const cegar *g, FILE *out) {
  strbuf b = {0};
  sb_puts(&b, "digraph arg {\n  node [shape=box];\n");
  for (size_t i = 1; i < g->nodes.len; i++) {
    const anode *n = &g->nodes.data[i];
    if (n->removed) continue;
    put_node(g, n, &b);
    if (n->parent) {
      const cedge *e = &g->c->edges.data[n->edge];
      sb_printf(&b, "  n%u -> n%u [label=\"", n->parent, n->id);
      put_text(&b, g->c->insts.data[e->inst].name);
      sb_printf(&b, " %u\"];\n", e->at.line);
    }
    if (n->covered_by) sb_printf(&b, "  n%u -> n%u [style=dashed];\n", n->id, n->covered_by);
  }
  sb_puts(&b, "}\n");
  fputs(sb_text(&b), out);
  sb_fini(&b);
}
