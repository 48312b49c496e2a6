#include "pass/pass_ltl.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"
#include "ltl/ltl.h"
#include "pass/pass_copy.h"
#include "pass/pass_goal_int.h"

// What a condition of the formula asks.
typedef struct asked {
  goal_tree tree;   // of values
  bool is_event;    // has the event come?
  ir_global event;  // IVL; none: the name of the design
  uint32_t name;
} asked;

typedef struct weaver {
  const ir_module *m;
  const ltl *f;
  arena *mem;
  strbuf *error;
  design_names names;
  asked *conditions;
} weaver;

static bool suits(weaver *w) {
  if (w->f->has_next)
    sb_puts(w->error, "--ltl: `X` is refused: how many steps a statement has is nothing that the program says");
  return !w->error->len;
}

// --- events ----------------------------------------------------------------------------------------------------------

static bool is_dotted(const char *text) {
  for (; *text; text++)
    if (!isalnum((unsigned char)*text) && !strchr("_.$", *text)) return false;
  return true;
}

static bool find_event(const ir_module *m, const char *name, size_t len, ir_global *out) {
  for (uint32_t g = 1; g <= m->n_globals; g++) {
    const ir_global_info *x = &m->globals[g];
    if (strlen(x->name) != len || memcmp(x->name, name, len) != 0) continue;
    *out = (ir_global){g};
    return ir_type_get(m, x->type)->kind == IR_TYPE_EVENT;
  }
  return false;
}

// `e` or `e.event` where e is a global event; `NAME.event`, `NAME.posedge`, `NAME.negedge` in designs.
static bool asks_event(weaver *w, const char *text, asked *out) {
  static const struct {
    const char *suffix;
    name_kind kind;
  } forms[] = {{".event", NAME_EVENT}, {".posedge", NAME_POSEDGE}, {".negedge", NAME_NEGEDGE}};
  if (w->m->scheduler != IR_SCHED_SYSTEMC || !is_dotted(text)) return false;
  size_t len = strlen(text);
  if (find_event(w->m, text, len, &out->event)) return out->is_event = true;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    size_t tail = strlen(forms[i].suffix);
    if (len <= tail || strcmp(text + len - tail, forms[i].suffix) != 0) continue;
    if (forms[i].kind == NAME_EVENT && find_event(w->m, text, len - tail, &out->event)) return out->is_event = true;
    out->event = (ir_global){0};
    if (!w->m->spawns) return false;
    out->name = names_add(&w->names, w->m, w->mem, forms[i].kind, arena_strndup(w->mem, text, len - tail));
    return out->is_event = true;
  }
  out->event = (ir_global){0};
  return false;
}

// A process that waits for the event again and again: the event has come if it may go on.
static void add_watcher(weaver *w, ir_module *to, const asked *a, const char *name, place at) {
  ir_func f = ir_func_declare(to, name, IR_VOID, at);
  ir_proc_observes(to, ir_proc_add(to, name, f, false, at));
  ir_func_begin(to, f);
  ir_block first = ir_block_new(to), again = ir_block_new(to);
  ir_block_begin(to, first);
  ir_emit_jump(to, again, at);
  ir_block_begin(to, again);
  ir_operand event = a->event.id ? ir_global_addr(to, a->event, 0)
                                 : ir_emit_unary(to, IR_LOAD, ir_type_ptr(to, ir_type_event(to)),
                                                 ir_global_addr(to, w->names.list.data[a->name].address, 0), at);
  ir_emit_void(to, IR_WAIT, 0, &event, 1, at);
  ir_emit_jump(to, again, at);
  ir_func_end(to);
}

// --- the module ------------------------------------------------------------------------------------------------------

static bool parse_conditions(weaver *w) {
  bool design = w->m->scheduler == IR_SCHED_SYSTEMC && w->m->spawns;
  for (size_t i = 0; i < w->f->atoms.len; i++) {
    const ltl_atom *a = &w->f->atoms.data[i];
    asked *x = &w->conditions[i];
    if (asks_event(w, a->text, x)) continue;
    if (!goal_parse_condition(w->m, PASS_LTL_SOURCE, a->text, a->col, design ? &w->names : NULL, w->mem, &x->tree,
                              w->error))
      return false;
  }
  return true;
}

static bool before(pass_copy *c, const ir_instr *i) {
  weaver *w = c->arg;
  if (w->names.list.len && !w->names.bind.id) names_make(&w->names, c->to);
  names_before(&w->names, c, i);
  return false;
}

static ir_module *weave(weaver *w, const char *formula) {
  pass_copy c = {.from = w->m, .before = before, .arg = w};
  pass_copy_module(&c);
  if (w->names.bind.id) names_define(&w->names, c.to);
  ir_add_source(c.to, PASS_LTL_SOURCE, formula, strlen(formula));
  for (size_t i = 0; i < w->f->atoms.len; i++) {
    const char *name = arena_printf(w->mem, "ltl#%zu", i + 1);
    place at = {PASS_LTL_SOURCE, 1, w->f->atoms.data[i].col};
    if (w->conditions[i].is_event)
      add_watcher(w, c.to, &w->conditions[i], name, at);
    else
      goal_add_observer(c.to, name, &w->conditions[i].tree, at, NULL);
  }
  const char *why = NULL;
  if (!ir_freeze(c.to, &why)) check_failed(__FILE__, __LINE__, "ltl", why);
  return c.to;
}

static void say_why(strbuf *error) {
  strbuf why = {0};
  sb_printf(&why, "--ltl: %s", sb_text(error));
  sb_clear(error);
  sb_puts(error, sb_text(&why));
  sb_fini(&why);
}

ir_module *pass_ltl(const ir_module *m, const char *formula, strbuf *error) {
  ltl *f = ltl_parse(formula, error);
  if (!f) {
    say_why(error);
    return NULL;
  }
  weaver w = {.m = m, .f = f, .mem = arena_new(), .error = error, .conditions = MEM_NEW_N(asked, f->atoms.len + 1)};
  ir_module *made = suits(&w) && parse_conditions(&w) ? weave(&w, formula) : NULL;
  names_fini(&w.names);
  arena_free(w.mem);
  mem_free(w.conditions);
  ltl_free(f);
  return made;
}
