// What a program that builds its design calls its things: names in traces and wave forms, the tree of `ir --tree`.
//
// The library is C++ like the program, so a trace would show its insides. Shown are values that it declares (signals
// and the like), members of the program's modules and the program's own variables.
#include <string.h>

#include "replay/machine_int.h"

bool machine_builds(const machine *m) { return m->ir->spawns && !m->threads; }

// --- what belongs to the library

static bool is_library_type(const char *name) {
  static const char *const homes[] = {"sc_core::", "std::", "__gnu_cxx::", "tlm::", "tlm_utils::", NULL};
  for (const char *const *home = homes; name && *home; home++)
    if (strstr(name, *home)) return true;
  return false;
}

static const ir_field *field_at(const machine *m, const ir_type_info *t, uint64_t offset) {
  for (uint32_t i = t->n_fields; i-- > 0;)
    if (t->fields[i].offset <= offset)
      return offset - t->fields[i].offset < ir_type_get(m->ir, t->fields[i].type)->size ? &t->fields[i] : NULL;
  return NULL;
}

static bool is_nameless(const char *field) {
  return !field || str_starts(field, IR_BASE_FIELD) ||
         (field[0] == 'f' && field[1] && strspn(field + 1, "0123456789") == strlen(field + 1));
}

// The last named member on the way to `offset`; NULL: it lies in a part that is the library's or has no name.
static const char *member_at(const machine *m, const object *o, uint64_t offset) {
  const ir_type_info *t = ir_type_get(m->ir, o->type);
  const char *member = NULL;
  if (t->size) offset %= t->size;
  while (t->kind == IR_TYPE_RECORD || t->kind == IR_TYPE_ARRAY) {
    if (t->kind == IR_TYPE_ARRAY) {
      t = ir_type_get(m->ir, t->elem);
      if (!t->size) return NULL;
      offset %= t->size;
      continue;
    }
    if (is_library_type(t->name)) return NULL;
    const ir_field *f = field_at(m, t, offset);
    if (!f) return NULL;
    member = is_nameless(f->name) ? NULL : f->name;
    offset -= f->offset;
    t = ir_type_get(m->ir, f->type);
    // A number of the library (sc_int) is one value, whatever it is made of.
    if (member && t->name && strstr(t->name, "sc_dt::")) return member;
  }
  return member;
}

// The member on the way to `offset` in which the library's part begins.
static const char *outer_member(const machine *m, const object *o, uint64_t offset) {
  const ir_type_info *t = ir_type_get(m->ir, o->type);
  const char *member = NULL;
  if (t->size) offset %= t->size;
  while ((t->kind == IR_TYPE_RECORD || t->kind == IR_TYPE_ARRAY) && !is_library_type(t->name)) {
    const ir_field *f = t->kind == IR_TYPE_RECORD ? field_at(m, t, offset) : NULL;
    if (t->kind == IR_TYPE_RECORD && !f) return NULL;
    if (f) member = is_nameless(f->name) ? NULL : f->name;
    t = ir_type_get(m->ir, f ? f->type : t->elem);
    if (!t->size) return NULL;
    offset = f ? offset - f->offset : offset % t->size;
  }
  return t->kind == IR_TYPE_RECORD ? member : NULL;
}

// Does the program's own record in which a module is declared cover the offset too? Objects of unknown type might.
static bool same_module(const machine *m, const object *o, uint64_t declared_at, uint64_t offset) {
  const ir_type_info *t = ir_type_get(m->ir, o->type);
  uint64_t start = 0, end = o->size;
  while ((t->kind == IR_TYPE_RECORD || t->kind == IR_TYPE_ARRAY) && !is_library_type(t->name) && t->size) {
    if (t->kind == IR_TYPE_RECORD) {
      end = start + t->size;
      const ir_field *f = field_at(m, t, declared_at - start);
      if (!f) break;
      start += f->offset;
      t = ir_type_get(m->ir, f->type);
    } else {
      t = ir_type_get(m->ir, t->elem);
      if (t->size) start += (declared_at - start) / t->size * t->size;
    }
  }
  return offset < end;
}

static const declared *module_of(const machine *m, objref obj, uint64_t offset) {
  const object *o = memory_object((machine *)m, obj);
  const declared *best = NULL;
  for (size_t k = 0; o && k < m->declared.len; k++) {
    const declared *d = &m->declared.data[k];
    if (d->object.obj != obj || d->object.offset > offset || strcmp(d->kind, "module")) continue;
    if (best && d->object.offset < best->object.offset) continue;
    if (same_module(m, o, d->object.offset, offset)) best = d;
  }
  return best;
}

const char *machine_event_member(const machine *m, event_id e) {
  const object *o = memory_object((machine *)m, e.obj);
  return machine_builds(m) && o && module_of(m, e.obj, e.offset) ? outer_member(m, o, e.offset) : NULL;
}

bool machine_show_module(machine *m, event_id e, strbuf *out) {
  const declared *d = module_of(m, e.obj, e.offset);
  if (d) sb_puts(out, d->name);
  return d != NULL;
}

// --- values

static bool in_value(const declared *d, objref obj, uint64_t offset) {
  return d->bytes && d->value.obj == obj && offset >= d->value.offset && offset - d->value.offset < d->bytes;
}

static const declared *value_of(const machine *m, objref obj, uint64_t offset) {
  for (size_t k = 0; k < m->declared.len; k++)
    if (in_value(&m->declared.data[k], obj, offset)) return &m->declared.data[k];
  return NULL;
}

bool machine_declared_bits(const machine *m, const declared *d, uint64_t *bits) {
  const object *o = memory_object((machine *)m, d->value.obj);
  *bits = 0;
  if (!o || !o->bytes || !d->bytes || d->bytes > 8 || d->value.offset > o->size || d->bytes > o->size - d->value.offset)
    return false;
  for (uint64_t k = d->bytes; k-- > 0;) *bits = *bits << 8 | o->bytes[d->value.offset + k];
  return true;
}

// The type that a value is shown with: that of the member which holds it, else an unsigned number of its size.
static bool shown_type(const machine *m, const declared *d, ir_type *type) {
  const object *o = memory_object((machine *)m, d->value.obj);
  uint64_t at;
  if (o && machine_leaf_at(m->ir, o->type, o->count, d->value.offset, NULL, type, &at)) {
    const ir_type_info *t = ir_type_get(m->ir, *type);
    if (at == d->value.offset && t->size == d->bytes && t->kind == IR_TYPE_INT) return true;
  }
  for (uint32_t n = 1; n <= m->ir->n_types; n++) {
    const ir_type_info *t = &m->ir->types[n];
    *type = (ir_type){n};
    if (t->kind == IR_TYPE_INT && t->bits == 8 * d->bytes && !t->is_char) return true;
  }
  return false;
}

// The process whose record a value points to; false: it is no such pointer.
static bool process_text(const machine *m, const declared *d, strbuf *out) {
  const object *o = memory_object((machine *)m, d->value.obj);
  if (strcmp(d->kind, "mutex") || !o || d->value.offset >= o->size) return false;
  objref record = o->origin ? o->origin[d->value.offset] : OBJ_NONE;
  for (uint32_t p = 1; record && p <= m->n_procs; p++) {
    if (m->procs[p].data.obj != record) continue;
    sb_printf(out, "locked by %s", m->procs[p].name);
    return true;
  }
  sb_puts(out, record ? "locked" : "free");
  return true;
}

static void value_text(const machine *m, const declared *d, strbuf *out) {
  uint64_t bits;
  ir_type type;
  if (process_text(m, d, out)) return;
  if (machine_declared_bits(m, d, &bits) && shown_type(m, d, &type))
    machine_value_text(m->ir, type, machine_cut(ir_type_get(m->ir, type)->bits, bits), NULL, out);
  else
    sb_puts(out, "changed");
}

bool machine_name_change(machine *m, objref obj, uint64_t offset, strbuf *name, strbuf *value) {
  const object *o = memory_object(m, obj);
  sb_clear(name);
  sb_clear(value);
  if (!o) return false;
  const declared *d = value_of(m, obj, offset);
  if (d) {
    sb_puts(name, d->name);
    value_text(m, d, value);
    return true;
  }
  const ir_type_info *t = ir_type_get(m->ir, o->type);
  bool named = o->kind == OBJ_GLOBAL || o->kind == OBJ_LOCAL || (o->kind == OBJ_HEAP && module_of(m, obj, offset));
  if (!named || !o->name || is_library_type(t->name)) return false;
  if (o->kind == OBJ_LOCAL && place_in_library(o->made_at.file)) return false;
  bool plain = t->kind != IR_TYPE_RECORD;
  const char *member = plain ? NULL : member_at(m, o, offset);
  if (!plain && !member) return false;
  const declared *home = module_of(m, obj, offset);
  if (home)
    sb_printf(name, "%s.%s", home->name, member ? member : o->name);
  else if (o->kind == OBJ_LOCAL)
    sb_printf(name, "%s.%s", m->procs[o->owner].name, o->name);
  else
    sb_puts(name, o->name);
  if (!home && member) sb_printf(name, ".%s", member);
  return true;
}

// --- the tree

static unsigned depth_of(const char *name) {
  unsigned dots = 0;
  for (; *name; name++) dots += *name == '.';
  return dots;
}

static const char *last_part(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static bool is_below(const char *name, const char *parent) {
  size_t n = strlen(parent);
  return !strncmp(name, parent, n) && name[n] == '.' && !strchr(name + n + 1, '.');
}

typedef struct tree {
  machine *m;
  strbuf *out;
  unsigned depth;
} tree;

static void put_line(tree *t, const char *name, const char *kind) {
  sb_printf(t->out, "%*s%s  %s", (int)(2 * t->depth), "", last_part(name), kind);
}

static void put_processes(tree *t, const char *parent) {
  machine *m = t->m;
  for (uint32_t p = m->ir->n_procs + 1; p <= m->n_procs; p++) {
    const process *q = &m->procs[p];
    if (!q->exists || (parent ? !is_below(q->name, parent) : strchr(q->name, '.') != NULL)) continue;
    put_line(t, q->name, q->is_method ? "method" : "thread");
    bool first = true;
    for (size_t k = 0; k < m->sensitive.len; k++) {
      if (m->sensitive.data[k].proc != p) continue;
      sb_puts(t->out, first ? ", sensitive to " : ", ");
      machine_show_event(m, m->sensitive.data[k].event, t->out);
      first = false;
    }
    sb_putc(t->out, '\n');
  }
}

static void put_bindings(tree *t, const declared *d) {
  for (size_t k = 0; k < t->m->bound_ports.len; k++) {
    const bound_port *b = &t->m->bound_ports.data[k];
    if (b->port.obj != d->object.obj || b->port.offset != d->object.offset) continue;
    sb_puts(t->out, " -> ");
    machine_show_event(t->m, b->to, t->out);
  }
}

// Things are few and names short: each level looks through all of them. The depth is that of the names.
static void put_level(tree *t, const char *parent) {
  for (size_t k = 0; k < t->m->declared.len; k++) {
    const declared *d = &t->m->declared.data[k];
    if (parent ? !is_below(d->name, parent) : depth_of(d->name) > 0) continue;
    put_line(t, d->name, d->kind);
    put_bindings(t, d);
    sb_putc(t->out, '\n');
    if (strcmp(d->kind, "module")) continue;
    t->depth++;
    put_level(t, d->name);
    t->depth--;
  }
  put_processes(t, parent);
}

void machine_tree(const machine *m, strbuf *out) {
  tree t = {.m = (machine *)m, .out = out};
  put_level(&t, NULL);
}

const char *machine_last_index(const char *path) {
  size_t n = strlen(path);
  const char *index = strrchr(path, '[');
  return n && path[n - 1] == ']' && index ? index : "";
}

// The numbers in an object in which modules lie: their members.
static void each_member(machine *m, objref r, machine_value_fn *each, void *arg) {
  strbuf name = {0}, value = {0}, path = {0};
  const object *o = memory_object(m, r);
  for (uint64_t offset = 0, at; o && offset < o->size;) {
    ir_type leaf;
    sb_clear(&path);
    if (!machine_leaf_at(m->ir, o->type, o->count, offset, &path, &leaf, &at) || at < offset) {
      offset++;
      continue;
    }
    const ir_type_info *t = ir_type_get(m->ir, leaf);
    offset = at + t->size;
    if (t->kind != IR_TYPE_INT || t->bits > 64 || !machine_name_change(m, r, at, &name, &value) || value.len) continue;
    sb_puts(&name, machine_last_index(sb_text(&path)));
    machine_show_leaf(m, r, at, leaf, &value);
    uint64_t bits = 0;
    for (uint64_t k = t->size; k-- > 0;) bits = bits << 8 | o->bytes[at + k];
    each(arg, &(machine_value){sb_text(&name), sb_text(&value), leaf, machine_cut(t->bits, bits), 0});
  }
  sb_fini(&name);
  sb_fini(&value);
  sb_fini(&path);
}

static void each_module_member(machine *m, machine_value_fn *each, void *arg) {
  for (size_t k = 0; k < m->declared.len; k++) {
    const declared *d = &m->declared.data[k];
    const object *o = memory_object(m, d->object.obj);
    bool first = o && !strcmp(d->kind, "module") && ir_type_get(m->ir, o->type)->kind == IR_TYPE_RECORD;
    for (size_t i = 0; i < k && first; i++)
      first = m->declared.data[i].object.obj != d->object.obj || strcmp(m->declared.data[i].kind, "module") != 0;
    if (first) each_member(m, d->object.obj, each, arg);
  }
}

void machine_each_declared(machine *m, machine_value_fn *each, void *arg) {
  strbuf text = {0};
  for (size_t k = 0; k < m->declared.len; k++) {
    const declared *d = &m->declared.data[k];
    uint64_t bits;
    ir_type type;
    if (!strcmp(d->kind, "mutex") || !machine_declared_bits(m, d, &bits) || !shown_type(m, d, &type)) continue;
    sb_clear(&text);
    machine_value_text(m->ir, type, machine_cut(ir_type_get(m->ir, type)->bits, bits), NULL, &text);
    bits = machine_cut(d->width ? d->width : ir_type_get(m->ir, type)->bits, bits);
    each(arg, &(machine_value){d->name, sb_text(&text), type, bits, d->width});
  }
  sb_fini(&text);
  each_module_member(m, each, arg);
}

bool machine_of_library(const machine *m, ir_type type) { return is_library_type(ir_type_get(m->ir, type)->name); }
