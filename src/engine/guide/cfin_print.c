// C_fin as text: variables with their addresses, then the ways of every process.
#include "engine/guide/cfin.h"

static void print_location(const cfin *c, uint32_t loc, strbuf *out) {
  if (c->locs.data[loc].pc == UINT32_MAX)
    sb_puts(out, "end");
  else
    sb_printf(out, "L%u", c->locs.data[loc].pc);
}

static void print_variable(const cfin *c, const fvar *v, strbuf *out) {
  const ir_type_info *type = v->type.id ? ir_type_get(c->ir, v->type) : NULL;
  const char *kind = !type || type->is_bool || v->width == 1 ? "bool" : "int";  // pointers are numbers too
  if (v->index)
    sb_printf(out, "%5u ", v->index);
  else
    sb_puts(out, "      ");
  sb_printf(out, "%s: %s", v->name, kind);
  if (v->obj && c->objs.data[v->obj].kind == FOBJ_SLOT) {
    sb_puts(out, v->index ? ", free" : "");
  } else {
    sb_puts(out, " = ");
    expr_print(c->terms, v->init, out);
  }
  sb_puts(out, v->fixed ? ", constant\n" : "\n");
}

static void print_edge(const cfin *c, const fedge *e, strbuf *out) {
  sb_puts(out, "    ");
  if (!expr_is_true(c->terms, e->guard)) {
    sb_puts(out, "if ");
    expr_print(c->terms, e->guard, out);
    sb_puts(out, ": ");
  }
  if (!e->to) {
    sb_printf(out, "fail %s\n", ir_check_kind(e->check));
    return;
  }
  for (size_t k = 0; k < e->updates.len; k++) {
    sb_printf(out, "%s%s := ", k ? ", " : "", c->vars.data[e->updates.data[k].var].name);
    expr_print(c->terms, e->updates.data[k].value, out);
  }
  sb_puts(out, e->updates.len ? " -> " : "-> ");
  print_location(c, e->to, out);
  sb_putc(out, '\n');
}

void cfin_print(const cfin *c, strbuf *out) {
  sb_puts(out, "variables\n");
  for (size_t v = 1; v < c->vars.len; v++) print_variable(c, &c->vars.data[v], out);
  sb_printf(out, "%5u top\n", c->top);
  for (uint32_t p = 1; p <= c->ir->n_procs; p++) {
    sb_printf(out, "process %s\n", c->ir->procs[p].name);
    for (uint32_t l = 1; l < c->locs.len; l++) {
      const floc *x = &c->locs.data[l];
      if (x->proc != p || x->pc == UINT32_MAX) continue;
      sb_puts(out, "  ");
      print_location(c, l, out);
      sb_printf(out, " (line %u)\n", x->at.line);
      for (size_t k = 0; k < x->out.len; k++) print_edge(c, &c->edges.data[x->out.data[k]], out);
    }
  }
}
