// Names and values for people: leaves of objects, the canonical dump, what a step did and changed.
#include <inttypes.h>
#include <string.h>

#include "replay/machine_int.h"

#define ACTION_PIECES 40   // of one step; more would not be read
#define SHOWN_ELEMENTS 64  // of an array; beyond only what was written

// --- leaves

// The first field that covers `offset`.
static const ir_field *field_at(const ir_module *ir, const ir_type_info *t, uint64_t offset) {
  for (uint32_t i = 0; i < t->n_fields; i++) {
    const ir_field *f = &t->fields[i];
    if (offset >= f->offset && offset - f->offset < ir_type_get(ir, f->type)->size) return f;
  }
  return NULL;
}

// "std::vector": records of the C++ library and of its implementation.
static bool is_librarys(const ir_type_info *t) {
  return t->kind == IR_TYPE_RECORD && t->name && (str_starts(t->name, "std::") || str_starts(t->name, "__gnu_cxx::"));
}

static void put_field(const ir_field *f, strbuf *name) {
  if (!f->name || !str_starts(f->name, IR_BASE_FIELD)) sb_printf(name, ".%s", f->name ? f->name : "?");
}

// A way into an object. With `tidy` that into records of the library is shown by its last name, `orders.finish` instead of
// `orders._M_impl._M_finish`; where the record is the one scalar, as atomics are, by none.
typedef struct leaf_walk {
  const ir_module *ir;
  strbuf *name;  // or NULL
  bool tidy;
  const ir_type_info *library;  // the outermost record on the way that is the library's
  const char *inner;            // the last name in it
  size_t inner_len;             // of what it added to the name
} leaf_walk;

static void walk_index(leaf_walk *w, uint64_t index) {
  if (w->name) sb_printf(w->name, "[%" PRIu64 "]", index);
  w->inner = NULL;
}

static void walk_field(leaf_walk *w, const ir_field *f) {
  if (w->library)
    w->inner = f->name && !str_starts(f->name, IR_BASE_FIELD) ? f->name : w->inner;
  else if (w->name)
    put_field(f, w->name);
}

static void walk_end(leaf_walk *w, const ir_type_info *leaf) {
  if (!w->library || !w->name || !w->inner || leaf->size == w->library->size) return;
  const char *last = str_starts(w->inner, "_M_") ? w->inner + 3 : w->inner;
  size_t from = w->name->len;
  sb_printf(w->name, ".%s", last + strspn(last, "_"));
  w->inner_len = w->name->len - from;
}

static bool walk_to_leaf(leaf_walk *w, ir_type type, uint64_t count, uint64_t offset, ir_type *leaf,
                         uint64_t *leaf_offset) {
  const ir_module *ir = w->ir;
  uint64_t start = 0;
  const ir_type_info *t = ir_type_get(ir, type);
  if (count != 1 && t->size) {
    walk_index(w, offset / t->size);
    start = offset / t->size * t->size;
  }
  for (;; t = ir_type_get(ir, type)) {
    if (t->kind == IR_TYPE_ARRAY) {
      uint64_t size = ir_type_get(ir, t->elem)->size;
      if (!size) return false;
      uint64_t index = (offset - start) / size;
      walk_index(w, index);
      start += index * size;
      type = t->elem;
    } else if (t->kind == IR_TYPE_RECORD) {
      if (w->tidy && !w->library && is_librarys(t)) w->library = t;
      const ir_field *f = field_at(ir, t, offset - start);
      if (!f) return false;
      walk_field(w, f);
      start += f->offset;
      type = f->type;
    } else {
      break;
    }
  }
  if (t->kind == IR_TYPE_EVENT || t->kind == IR_TYPE_VOID || offset - start >= t->size) return false;
  *leaf = type;
  *leaf_offset = start;
  walk_end(w, t);
  return true;
}

bool machine_leaf_at(const ir_module *ir, ir_type type, uint64_t count, uint64_t offset, strbuf *name, ir_type *leaf,
                     uint64_t *leaf_offset) {
  leaf_walk w = {.ir = ir, .name = name};
  return walk_to_leaf(&w, type, count, offset, leaf, leaf_offset);
}

// Locks and threads as the library holds them: their actions are shown.
static bool is_handle(const leaf_walk *w) {
  static const char *const handles[] = {
      "std::lock_guard",        "std::unique_lock", "std::scoped_lock",     "std::shared_lock", "std::thread",
      "std::jthread",           "std::mutex",       "std::recursive_mutex", "std::timed_mutex", "std::shared_mutex",
      "std::condition_variable"};
  for (size_t i = 0; w->library && i < sizeof handles / sizeof *handles; i++)
    if (!strcmp(w->library->name, handles[i])) return true;
  return false;
}

// A pointer inside of a container: that the container changes is all that it tells.
static bool is_inner_pointer(const leaf_walk *w, const ir_type_info *leaf) {
  return w->library && leaf->kind == IR_TYPE_PTR && leaf->size != w->library->size;
}

bool machine_leaf_name(const machine *m, const object *o, uint64_t offset, strbuf *name, ir_type *leaf, uint64_t *at) {
  leaf_walk w = {.ir = m->ir, .name = name, .tidy = m->threads};
  return walk_to_leaf(&w, o->type, o->count, offset, leaf, at);
}

// Does a mutex or the like begin with such a record? What it is made of is nothing of the program's.
static bool is_primitive(const ir_type_info *t) {
  static const char *const names[] = {"pthread_", "__", "sem_t", "mtx_t", "cnd_t", "once_flag"};
  for (size_t i = 0; t->name && i < sizeof names / sizeof *names; i++)
    if (str_starts(t->name, names[i])) return true;
  return is_librarys(t);
}

// The name of what begins at an offset: as machine_leaf_at, which skips events. With `outermost` the first record that begins there and
// is the whole of something: a mutex is what the program declares, not the first part of it.
static void part_name(const ir_module *ir, const object *o, uint64_t offset, bool outermost,
                      bool (*is_whole)(const ir_type_info *), strbuf *out) {
  const ir_type_info *t = ir_type_get(ir, o->type);
  uint64_t start = 0;
  if (o->count != 1 && t->size) {
    sb_printf(out, "[%" PRIu64 "]", offset / t->size);
    start = offset / t->size * t->size;
  }
  while (t->kind == IR_TYPE_ARRAY || t->kind == IR_TYPE_RECORD) {
    if (t->kind == IR_TYPE_ARRAY) {
      const ir_type_info *elem = ir_type_get(ir, t->elem);
      if (!elem->size) return;
      uint64_t index = (offset - start) / elem->size;
      sb_printf(out, "[%" PRIu64 "]", index);
      start += index * elem->size;
      t = elem;
    } else {
      const ir_field *f = field_at(ir, t, offset - start);
      if (!f || (outermost && offset == start && is_whole(t))) return;
      put_field(f, out);
      start += f->offset;
      t = ir_type_get(ir, f->type);
    }
  }
}

bool machine_thread_variable(machine *m, cell v, strbuf *out) {
  const object *o = memory_object(m, v.obj);
  if (!o || !o->name || (o->kind != OBJ_LOCAL && o->kind != OBJ_GLOBAL) || v.bits >= o->size) return false;
  const ir_type_info *t = ir_type_get(m->ir, o->type);
  uint64_t offset = v.bits;
  while ((t->kind == IR_TYPE_ARRAY || t->kind == IR_TYPE_RECORD) && !is_librarys(t) && t->size) {
    const ir_field *f = t->kind == IR_TYPE_RECORD ? field_at(m->ir, t, offset % t->size) : NULL;
    if (t->kind == IR_TYPE_RECORD && !f) return false;
    offset = offset % t->size - (f ? f->offset : 0);
    t = ir_type_get(m->ir, f ? f->type : t->elem);
  }
  if (!is_librarys(t) || (strcmp(t->name, "std::thread") && strcmp(t->name, "std::jthread"))) return false;
  sb_puts(out, o->name);
  part_name(m->ir, o, v.bits, true, is_librarys, out);
  return true;
}

static bool is_any(const ir_type_info *t) {
  (void)t;
  return true;
}

// What is declared last up to an address is what it belongs to.
static const declared *declared_around(const machine *m, event_id e) {
  const declared *best = NULL;
  for (size_t k = 0; k < m->declared.len; k++) {
    const declared *d = &m->declared.data[k];
    if (d->object.obj == e.obj && d->object.offset <= e.offset && (!best || d->object.offset >= best->object.offset))
      best = d;
  }
  return best;
}

bool machine_show_owner(machine *m, event_id e, strbuf *out) {
  const declared *d = declared_around(m, e);
  if (d) sb_puts(out, d->name);
  return d != NULL;
}

void machine_show_event(machine *m, event_id e, strbuf *out) {
  const object *o = memory_object(m, e.obj);
  if (!o) {
    sb_puts(out, "an event that no longer exists");
    return;
  }
  const declared *d = machine_find_declared(m, e);
  const char *member = d && strcmp(d->kind, "event") ? NULL : machine_event_member(m, e);
  if (d && !member) {
    sb_puts(out, d->name);
    return;
  }
  const declared *owner = machine_builds(m) ? declared_around(m, e) : NULL;
  if (member && machine_show_module(m, e, out)) {
    sb_printf(out, ".%s", member);
    return;
  }
  if (owner) {
    sb_puts(out, owner->name);
    if (strcmp(owner->kind, "module") == 0) sb_puts(out, ", an event of it");
    return;
  }
  sb_puts(out, o->name ? o->name : "event");
  if (o->kind != OBJ_SHADOW) part_name(m->ir, o, e.offset, m->threads, is_primitive, out);
}

const char *machine_event_name(machine *m, event_id e) {
  strbuf name = {0};
  machine_show_event(m, e, &name);
  const char *text = arena_strdup(m->mem, sb_text(&name));
  sb_fini(&name);
  return text;
}

// --- values

void machine_value_text(const ir_module *ir, ir_type type, uint64_t bits, const uint64_t *limbs, strbuf *out) {
  const ir_type_info *t = ir_type_get(ir, type);
  if (t->kind == IR_TYPE_FLOAT)
    machine_float_text(t->bits, bits, limbs, out);
  else if (t->is_bool)
    sb_puts(out, bits ? "true" : "false");
  else if (t->bits > 64 && limbs)
    wide_print(limbs, t->bits, t->is_signed, out);
  else
    wide_print(&bits, t->bits > 64 || !t->bits ? 64 : t->bits, t->is_signed, out);
}

static void pointer_text(machine *m, cell v, strbuf *out) {
  const object *o = memory_object(m, v.obj);
  if (!v.obj && !v.bits) {
    sb_puts(out, "null");
  } else if (!v.obj) {
    sb_printf(out, "address %" PRIu64, v.bits);
  } else if (!o) {
    sb_puts(out, "dangling");
  } else {
    ir_type leaf;
    uint64_t at;
    sb_printf(out, "&%s", o->name ? o->name : "object");
    if (m->threads && o->kind != OBJ_FUNC && o->kind != OBJ_SHADOW && v.bits < o->size) {
      part_name(m->ir, o, v.bits, true, is_any, out);
      return;
    }
    if (o->kind != OBJ_FUNC && v.bits < o->size && machine_leaf_at(m->ir, o->type, o->count, v.bits, out, &leaf, &at))
      return;
    if (v.bits) sb_printf(out, "%+" PRId64, (int64_t)v.bits);
  }
}

void machine_show_cell(machine *m, ir_type type, cell v, const uint64_t *limbs, strbuf *out) {
  if (v.obj || ir_type_get(m->ir, type)->kind == IR_TYPE_PTR)
    pointer_text(m, v, out);
  else
    machine_value_text(m->ir, type, v.bits, limbs, out);
}

// Reads a leaf without checks or complaints. Wide leaves go to m->scratch.
static cell peek(machine *m, objref r, uint64_t offset, ir_type type) {
  const object *o = memory_object(m, r);
  const ir_type_info *t = ir_type_get(m->ir, type);
  if (machine_is_wide(m, type)) {
    vec_reserve(&m->scratch, wide_limbs(t->bits));
    memory_load_wide(m, (cell){offset, r}, type, m->scratch.data);
    return CELL_INT(m->scratch.data[0]);
  }
  uint64_t bits = 0;
  for (uint64_t i = 0; i < t->size && i < 8; i++) bits |= (uint64_t)o->bytes[offset + i] << (8 * i);
  bool whole = t->kind == IR_TYPE_PTR || t->bits == m->ir->pointer_bits;
  return (cell){machine_cut(t->bits, bits), whole && o->origin ? o->origin[offset] : OBJ_NONE};
}

void machine_show_leaf(machine *m, objref r, uint64_t offset, ir_type leaf, strbuf *out) {
  machine_show_cell(m, leaf, peek(m, r, offset, leaf), m->scratch.data, out);
}

// --- globals

static bool was_written(const object *o, uint64_t offset, uint64_t size) {
  if (!o->written) return true;
  for (uint64_t i = offset; i < offset + size; i++)
    if (o->written[i / 8] >> (i % 8) & 1) return true;
  return false;
}

// Is this byte in the first elements of every array around it?
static bool among_first(const ir_module *ir, ir_type type, uint64_t offset) {
  for (;;) {
    const ir_type_info *t = ir_type_get(ir, type);
    if (t->kind == IR_TYPE_ARRAY) {
      uint64_t size = ir_type_get(ir, t->elem)->size;
      if (!size) return true;
      if (offset / size >= SHOWN_ELEMENTS) return false;
      offset %= size;
      type = t->elem;
    } else if (t->kind == IR_TYPE_RECORD) {
      const ir_field *f = field_at(ir, t, offset);
      if (!f) return true;
      offset -= f->offset;
      type = f->type;
    } else {
      return true;
    }
  }
}

typedef void (*leaf_fn)(machine *m, void *arg, const char *name, ir_type type, cell v);

static void each_global_leaf(machine *m, bool all, leaf_fn each, void *arg) {
  strbuf name = {0};
  // A machine whose globals did not fit has fewer objects than globals.
  for (uint32_t g = 1; g <= m->ir->n_globals && g < m->objects.len; g++) {
    const ir_global_info *info = &m->ir->globals[g];
    // The kernel's copy of a thread_local one: nobody else's is named.
    if (info->is_hidden || (info->is_thread_local && !all)) continue;
    const object *o = &m->objects.data[g];
    // A mutex or the like that only models know: its own bytes say nothing.
    if (!all && (o->shadows.len || o->is_mutex) && !o->stored) continue;
    if (!all && machine_builds(m) && machine_of_library(m, info->type)) continue;
    for (uint64_t offset = 0; offset < o->size;) {
      ir_type leaf;
      uint64_t at;
      if (!all && o->written && !o->written[offset / 8] && !among_first(m->ir, info->type, offset)) {
        offset = offset / 8 * 8 + 8;  // eight bytes at once: large arrays are mostly untouched
        continue;
      }
      sb_clear(&name);
      sb_puts(&name, info->name);
      leaf_walk w = {.ir = m->ir, .name = &name, .tidy = !all && m->threads};
      if (!walk_to_leaf(&w, info->type, 1, offset, &leaf, &at)) {
        offset++;
        continue;
      }
      uint64_t size = ir_type_get(m->ir, leaf)->size;
      bool shown = !is_handle(&w) && !is_inner_pointer(&w, ir_type_get(m->ir, leaf)) &&
                   (among_first(m->ir, info->type, at) || was_written(o, at, size));
      if (all || shown) each(m, arg, sb_text(&name), leaf, peek(m, obj_make_ref(g, 1), at, leaf));
      offset = at + size;
    }
  }
  sb_fini(&name);
}

typedef struct globals_arg {
  machine_value_fn *each;
  void *arg;
  strbuf text;
} globals_arg;

static void give_global(machine *m, void *arg, const char *name, ir_type type, cell v) {
  globals_arg *g = arg;
  sb_clear(&g->text);
  machine_show_cell(m, type, v, m->scratch.data, &g->text);
  g->each(g->arg, &(machine_value){name, sb_text(&g->text), type, v.bits, 0});
}

// Reading uses m->scratch for wide values, nothing else of the machine changes: the cast keeps the public face const.
void machine_globals(const machine *m, machine_value_fn *each, void *arg) {
  globals_arg g = {each, arg, {0}};
  each_global_leaf((machine *)m, false, give_global, &g);
  if (machine_builds(m)) machine_each_declared((machine *)m, each, arg);
  sb_fini(&g.text);
}

static void dump_leaf(machine *m, void *arg, const char *name, ir_type type, cell v) {
  strbuf *out = arg;
  sb_printf(out, "%s = ", name);
  bool pointer = ir_type_get(m->ir, type)->kind == IR_TYPE_PTR;
  if (pointer || v.obj)
    sb_puts(out, v.obj || v.bits ? "ptr" : "null");
  else
    machine_value_text(m->ir, type, v.bits, m->scratch.data, out);
  sb_putc(out, '\n');
}

// Processes that were made, by name: their numbers depend on who is asked.
static void dump_made(const machine *m, strbuf *out) {
  const char *last = "";
  for (const process *q = m->procs; q;) {
    q = NULL;
    for (uint32_t p = m->ir->n_procs + 1; p <= m->n_procs; p++) {
      const process *other = &m->procs[p];
      if (other->exists && strcmp(other->name, last) > 0 && (!q || strcmp(other->name, q->name) < 0)) q = other;
    }
    if (!q) return;
    last = q->name;
    sb_printf(out, "process %s: %s\n", q->name, q->ended ? "ended" : q->runnable ? "runnable" : "waiting");
  }
}

void machine_dump(const machine *m, strbuf *out) {
  sb_printf(out, "time %" PRIu64 "\n", m->time);
  each_global_leaf((machine *)m, true, dump_leaf, out);
  for (uint32_t p = 1; p <= m->ir->n_procs; p++) {
    const process *q = &m->procs[p];
    const char *status = q->ended ? "ended" : m->threads ? "live" : q->runnable ? "runnable" : "waiting";
    sb_printf(out, "process %s: %s%s\n", q->name, status, q->suspended ? " suspended" : "");
  }
  if (!m->threads) dump_made(m, out);
  for (size_t i = 0; i < m->calls.len; i++)
    sb_printf(out, "%s%s%s", i ? " to " : "switch: ", machine_proc_name(m, m->calls.data[i]),
              i + 1 < m->calls.len ? "" : "\n");
  if (m->ir->uses_delta) sb_printf(out, "delta %" PRIu64 "\n", m->deltas);
}

bool machine_operand_name(machine *m, cell at, strbuf *name, ir_type *leaf) {
  const object *o = memory_object(m, at.obj);
  uint64_t from;
  if (!o || o->kind == OBJ_FUNC || o->kind == OBJ_SHADOW || at.bits >= o->size || !o->name) return false;
  leaf_walk w = {.ir = m->ir, .name = name, .tidy = true};
  strbuf value = {0};
  if (machine_builds(m)) {
    bool known = machine_name_change(m, at.obj, at.bits, name, &value);
    w.name = NULL;
    sb_fini(&value);
    return known && walk_to_leaf(&w, o->type, o->count, at.bits, leaf, &from) && from == at.bits;
  }
  if (o->kind == OBJ_LOCAL || o->kind == OBJ_THREAD)
    sb_printf(name, "%s.", m->procs[m->threads ? o->owner : m->running].name);
  sb_puts(name, o->name);
  if (!walk_to_leaf(&w, o->type, o->count, at.bits, leaf, &from)) return false;
  const ir_type_info *t = ir_type_get(m->ir, *leaf);
  return !is_handle(&w) && !is_inner_pointer(&w, t) && (!w.library || t->size == w.library->size);
}

// --- what a step did

// Of SystemC in the largest unit in which it is a whole number.
void machine_time_text(const machine *m, uint64_t time, strbuf *out) {
  static const char *const units[] = {"fs", "ps", "ns", "us", "ms", "s"};
  size_t unit = 0;
  if (!machine_builds(m) || __builtin_mul_overflow(time, m->resolution, &time)) {
    sb_printf(out, "%" PRIu64, time);
    return;
  }
  while (time && time % 1000 == 0 && unit + 1 < sizeof units / sizeof *units) {
    time /= 1000;
    unit++;
  }
  if (time)
    sb_printf(out, "%" PRIu64 " %s", time, units[unit]);
  else
    sb_puts(out, "0 s");
}

void machine_note_action(machine *m, action a) {
  if (m->actions.len < ACTION_PIECES) vec_push(&m->actions, a);
}

static void piece_text(machine *m, const action *a, strbuf *out) {
  sb_puts(out, a->text);
  if (a->kind == ACT_EVENT)
    machine_show_event(m, a->event, out);
  else if (a->kind == ACT_TIME)
    machine_time_text(m, a->number, out);
  else if (a->kind == ACT_PROCESS)
    sb_puts(out, machine_proc_name(m, (uint32_t)a->number));
}

const char *machine_action(const machine *m) {
  strbuf *out = m->action_text;
  sb_clear(out);
  for (size_t i = 0; i < m->actions.len; i++) {
    if (i && !m->actions.data[i].joined) sb_puts(out, ", ");
    piece_text((machine *)m, &m->actions.data[i], out);
  }
  if (m->actions.len == ACTION_PIECES) sb_puts(out, ", ...");
  return sb_text(out);
}

// What is named by a piece that stands in a group of its own, without the words around it.
static bool piece_names(machine *m, const action *a, strbuf *out) {
  sb_clear(out);
  if (a->kind == ACT_EVENT)
    machine_show_event(m, a->event, out);
  else if (a->kind == ACT_PROCESS)
    sb_puts(out, machine_proc_name(m, (uint32_t)a->number));
  return a->kind == ACT_EVENT || a->kind == ACT_PROCESS;
}

// The group of pieces that begins at `i`: gives its events, returns where the next group begins.
static size_t give_events(machine *m, size_t i, strbuf *verb, strbuf *name, machine_event_fn *each, void *arg) {
  bool named = false;
  size_t first = i, len = strlen(m->actions.data[i].text);
  sb_clear(verb);
  sb_putn(verb, m->actions.data[i].text, len && m->actions.data[i].text[len - 1] == ' ' ? len - 1 : len);
  for (; i < m->actions.len && (i == first || m->actions.data[i].joined); i++) {
    if (!piece_names(m, &m->actions.data[i], name)) continue;
    each(arg, sb_text(verb), sb_text(name));
    named = true;
  }
  if (named) return i;
  sb_clear(verb);
  for (size_t k = first; k < i; k++) piece_text(m, &m->actions.data[k], verb);
  each(arg, sb_text(verb), NULL);
  return i;
}

void machine_events(const machine *m, machine_event_fn *each, void *arg) {
  strbuf verb = {0}, name = {0};
  for (size_t i = 0; i < m->actions.len;) i = give_events((machine *)m, i, &verb, &name, each, arg);
  sb_fini(&verb);
  sb_fini(&name);
}

// --- what a step changed

static size_t keep_limbs(machine *m, const uint64_t *limbs, uint32_t bits) {
  size_t at = m->old_limbs.len;
  for (uint32_t i = 0; i < wide_limbs(bits); i++) vec_push(&m->old_limbs, limbs[i]);
  return at;
}

void machine_note_write(machine *m, objref r, uint64_t offset, uint64_t size) {
  const object *o = memory_object(m, r);
  if (o->quiet) return;
  for (uint64_t end = offset + size; offset < end;) {
    ir_type leaf;
    uint64_t at;
    if (!machine_leaf_at(m->ir, o->type, o->count, offset, NULL, &leaf, &at)) {
      offset++;
      continue;
    }
    const ir_type_info *t = ir_type_get(m->ir, leaf);
    offset = at + t->size;
    // Slot and offset in one word: objects are smaller than 1 GiB. A slot taken again within the step had no old value.
    if (!map64_put(&m->old_index, (uint64_t)obj_slot(r) << 32 | at, 1)) continue;
    old_leaf old = {.obj = r, .offset = at, .value = peek(m, r, at, leaf)};
    if (machine_is_wide(m, leaf)) old.limbs = keep_limbs(m, m->scratch.data, t->bits);
    vec_push(&m->old_leaves, old);
  }
}

// The macros that make processes (SC_THREAD and others) leave code of their own at their line.
void machine_note_place(machine *m, place at) {
  size_t len = 0;
  if (!at.line || place_in_library(at.file)) return;
  const char *line = ir_source_line(m->ir, at, &len);
  while (len && (line[0] == ' ' || line[0] == '\t')) line++, len--;
  if (len < 3 || strncmp(line, "SC_", 3) != 0) m->step_place = at;
}

void machine_note_step_begin(machine *m) {
  vec_clear(&m->actions);
  m->step_place = PLACE_NONE;
  if (!m->options.changed) return;
  m->read = (cell){0};
  m->reported = 0;
  vec_clear(&m->old_leaves);
  map64_clear(&m->old_index);
  vec_clear(&m->old_regs);
  vec_clear(&m->old_limbs);
  const stack *s = &m->procs[m->running].stack;
  for (size_t k = 0; k < s->frames.len; k++) {
    const frame *f = &s->frames.data[k];
    const ir_func_info *info = ir_func_get(m->ir, f->func);
    for (uint32_t r = 1; r <= info->n_regs; r++) {
      if (info->regs[r].is_temp || !info->regs[r].name) continue;
      old_reg old = {.serial = f->serial, .depth = (uint32_t)k, .reg = r, .value = s->regs.data[f->reg_base + r]};
      if (machine_is_wide(m, info->regs[r].type))
        old.limbs = keep_limbs(m, s->limbs.data + f->limb_base + m->limb_offset[f->func.id][r],
                               ir_type_get(m->ir, info->regs[r].type)->bits);
      vec_push(&m->old_regs, old);
    }
  }
}

static void report_leaf(machine *m, const old_leaf *old, strbuf *name, strbuf *value) {
  const object *o = memory_object(m, old->obj);
  ir_type leaf;
  uint64_t at;
  strbuf path = {0};
  sb_clear(name);
  sb_clear(value);
  if (!o || (machine_builds(m) && !machine_name_change(m, old->obj, old->offset, name, value))) return;
  if (!machine_builds(m) && (o->kind == OBJ_LOCAL || o->kind == OBJ_THREAD))
    sb_printf(name, "%s.", m->procs[m->threads ? o->owner : m->running].name);
  if (!machine_builds(m)) sb_puts(name, o->name ? o->name : "object");
  if (m->threads && o->kind == OBJ_LOCAL && !o->name) return;  // a temporary
  leaf_walk w = {.ir = m->ir, .name = machine_builds(m) ? &path : name, .tidy = m->threads};
  bool found = walk_to_leaf(&w, o->type, o->count, old->offset, &leaf, &at);
  if (machine_builds(m) && found && !value->len) sb_puts(name, machine_last_index(sb_text(&path)));
  sb_fini(&path);
  if (!found || is_handle(&w)) return;
  cell now = peek(m, old->obj, at, leaf);
  if (machine_is_wide(m, leaf)) {
    if (!wide_ucmp(m->scratch.data, m->old_limbs.data + old->limbs, ir_type_get(m->ir, leaf)->bits)) return;
  } else if (now.bits == old->value.bits && now.obj == old->value.obj) {
    return;
  }
  if (value->len && !strcmp(sb_text(name), sb_text(&m->last_change))) return;  // another part of it
  sb_clear(&m->last_change);
  if (is_inner_pointer(&w, ir_type_get(m->ir, leaf))) {
    size_t whole = name->len - w.inner_len;
    const char *text = arena_strndup(m->mem, sb_text(name), whole);
    sb_clear(name);
    sb_puts(name, text);
    sb_puts(value, "{..}");
  } else if (value->len) {
    sb_puts(&m->last_change, sb_text(name));
  } else {
    machine_show_cell(m, leaf, now, m->scratch.data, value);
  }
  m->reported++;
  m->options.changed(m->options.event_arg, sb_text(name), sb_text(value));
}

static const old_reg *find_old_reg(const machine *m, size_t *from, uint64_t serial, uint32_t reg) {
  // Both lists are in the order of frames and registers, so one pass over the old ones is enough.
  for (; *from < m->old_regs.len; ++*from) {
    const old_reg *o = &m->old_regs.data[*from];
    if (o->serial == serial && o->reg == reg) return o;
    if (o->serial > serial || (o->serial == serial && o->reg > reg)) return NULL;
  }
  return NULL;
}

// The address of a variable in a register of the same name: every C variable that lives in memory has one.
static bool names_its_object(machine *m, cell v, const char *name) {
  const object *o = memory_object(m, v.obj);
  return o && o->kind == OBJ_LOCAL && !v.bits && o->name && !strcmp(o->name, name);
}

// Is the process called as its function, or that with a number (`worker#2`)?
static bool is_name_of(const char *proc, const char *func) {
  size_t n = strlen(func);
  return !strncmp(proc, func, n) && (!proc[n] || proc[n] == '#');
}

void machine_register_name(const machine *m, uint32_t func, uint32_t reg, bool outermost, strbuf *name) {
  const ir_func_info *info = &m->ir->funcs[func];
  const char *proc = m->procs[m->running].name;
  sb_puts(name, m->running || outermost || machine_builds(m) ? proc : info->name);
  if (!outermost && !machine_builds(m) && !(m->threads && is_name_of(proc, info->name)))
    sb_printf(name, ".%s", info->name);
  sb_printf(name, ".%s", info->regs[reg].name);
}

static void report_regs(machine *m, strbuf *name, strbuf *value) {
  const stack *s = &m->procs[m->running].stack;
  size_t from = 0;
  for (size_t k = 0; k < s->frames.len; k++) {
    const frame *f = &s->frames.data[k];
    const ir_func_info *info = ir_func_get(m->ir, f->func);
    if (place_in_library(info->at.file)) continue;
    for (uint32_t r = 1; r <= info->n_regs; r++) {
      const ir_reg_info *reg = &info->regs[r];
      if (reg->is_temp || !reg->name || (m->threads && !strcmp(reg->name, "this"))) continue;
      if (machine_builds(m) && ir_type_get(m->ir, reg->type)->kind == IR_TYPE_PTR) continue;
      bool wide = machine_is_wide(m, reg->type);
      const uint64_t *limbs = wide ? s->limbs.data + f->limb_base + m->limb_offset[f->func.id][r] : NULL;
      uint32_t bits = ir_type_get(m->ir, reg->type)->bits;
      cell now = s->regs.data[f->reg_base + r];
      const old_reg *old = find_old_reg(m, &from, f->serial, r);
      bool same = wide ? (old ? !wide_ucmp(limbs, m->old_limbs.data + old->limbs, bits) : wide_is_zero(limbs, bits))
                       : now.bits == (old ? old->value.bits : 0) && now.obj == (old ? old->value.obj : OBJ_NONE);
      if (same) continue;
      sb_clear(name);
      sb_clear(value);
      if (m->threads && names_its_object(m, now, reg->name)) continue;
      machine_register_name(m, f->func.id, r, !k, name);
      machine_show_cell(m, reg->type, now, limbs, value);
      m->reported++;
      m->options.changed(m->options.event_arg, sb_text(name), sb_text(value));
    }
  }
}

// A step that only looks at something decides by it what comes next.
static void report_read(machine *m) {
  const object *o = memory_object(m, m->read.obj);
  ir_type leaf;
  uint64_t at;
  strbuf text = {0};
  bool local = o && o->kind == OBJ_LOCAL;
  if (local) sb_printf(&text, "%s.", m->procs[o->owner].name);
  if (o) sb_puts(&text, o->name);
  leaf_walk w = {.ir = m->ir, .name = &text, .tidy = true};
  bool found = o && o->kind != OBJ_SHADOW && walk_to_leaf(&w, o->type, o->count, m->read.bits, &leaf, &at);
  // What the library reads is the program's where it is all of an object, as of an atomic.
  bool whole = found && w.library && ir_type_get(m->ir, leaf)->size == w.library->size;
  // Pointers on the way to a value decide nothing, unless threads agree by them.
  bool decides = found && (m->read_atomic || ir_type_get(m->ir, leaf)->kind != IR_TYPE_PTR);
  if (decides && (whole || !m->read_by_library) && !is_handle(&w) && !is_inner_pointer(&w, ir_type_get(m->ir, leaf))) {
    sb_puts(&text, " = ");
    machine_show_leaf(m, m->read.obj, at, leaf, &text);
    machine_note_action(m, (action){.kind = ACT_TEXT, .text = "reads "});
    machine_note_action(m, (action){.kind = ACT_TEXT, .joined = true, .text = arena_strdup(m->mem, sb_text(&text))});
  }
  sb_fini(&text);
}

void machine_note_step_end(machine *m) {
  if (!m->options.changed) return;
  strbuf name = {0}, value = {0};
  sb_clear(&m->last_change);
  for (size_t i = 0; i < m->old_leaves.len; i++) report_leaf(m, &m->old_leaves.data[i], &name, &value);
  report_regs(m, &name, &value);
  if (m->read.obj && !m->reported && !m->actions.len) report_read(m);
  sb_fini(&name);
  sb_fini(&value);
}
