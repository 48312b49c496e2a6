// What can be observed of a state: every value that some variable still needs or that can be reached from one, by a key
// that does not depend on the order in which objects were made. Two states are observably equal iff their keys that both
// have carry the same values.
//
// Objects are found from globals and from the frames of processes; one that is reached through a pointer has the key of
// that pointer, so equal structures get equal keys. What the library keeps about a process (its first argument) is the
// process, not data.
#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "replay/machine_int.h"

#define LONG_KEY 160  // longer ones are hashed: a list of n objects would have keys of n parts

typedef struct seen_object {
  objref obj;
  const char *key, *shown;  // of observer.mem
  bool deref;               // reached through the pointer `shown`
  bool opaque;              // its contents are no data
} seen_object;

typedef struct observer {
  machine *m;
  const machine_observation *ask;
  arena *mem;
  VEC(seen_object) objects;  // in the order in which they were found; [0] unused
  map64 index;               // slot -> place in objects
  strbuf key, shown, same, value;
} observer;

static const char *kept_key(observer *o, const strbuf *key) {
  if (key->len <= LONG_KEY) return arena_strdup(o->mem, sb_text(key));
  return arena_printf(o->mem, "#%016" PRIx64, hash_bytes(key->text, key->len, 0));
}

static void found(observer *o, seen_object s) {
  const object *obj = memory_object(o->m, s.obj);
  uint64_t at;
  if (!obj || obj->kind == OBJ_FUNC || map64_get(&o->index, obj_slot(s.obj), &at)) return;
  map64_put(&o->index, obj_slot(s.obj), o->objects.len);
  vec_push(&o->objects, s);
}

// --- values

// A pointer in words, and in a form that says where it points whatever objects are called; finds what it points to.
static void put_pointer(observer *o, cell v) {
  machine *m = o->m;
  const object *to = memory_object(m, v.obj);
  uint64_t at;
  if (!v.obj || !to) {
    machine_show_cell(m, (ir_type){0}, v, NULL, &o->value);
    sb_puts(&o->same, sb_text(&o->value));
    return;
  }
  if (to->kind == OBJ_FUNC) {
    sb_printf(&o->value, "&%s", to->name ? to->name : "function");
    sb_printf(&o->same, "f%u", obj_slot(v.obj));
    return;
  }
  if (!map64_get(&o->index, obj_slot(v.obj), &at)) {
    at = o->objects.len;
    const char *key = kept_key(o, &o->key), *shown = arena_strdup(o->mem, sb_text(&o->shown));
    found(o, (seen_object){.obj = v.obj, .key = key, .shown = shown, .deref = true});
  }
  const seen_object *s = &o->objects.data[at];
  sb_printf(&o->same, "%s+%" PRIu64, s->key, v.bits);
  if (s->deref)
    sb_puts(&o->value, "an object of its own");
  else
    sb_printf(&o->value, "%s%s", s->opaque ? "" : "&", s->shown);
  if (v.bits && !s->deref && !s->opaque) sb_printf(&o->value, "+%" PRIu64, v.bits);
}

static void give(observer *o) {
  o->ask->each(o->ask->arg,
               &(machine_observed){sb_text(&o->key), sb_text(&o->shown), sb_text(&o->same), sb_text(&o->value)});
}

static void clear_texts(observer *o) {
  sb_clear(&o->key);
  sb_clear(&o->shown);
  sb_clear(&o->same);
  sb_clear(&o->value);
}

// --- memory

static bool is_pointer_at(const object *obj, uint64_t offset) { return obj->origin && obj->origin[offset] != OBJ_NONE; }

// What a leaf is called. The library's insides are called as what they belong to.
static void put_leaf_name(observer *o, const seen_object *s, uint64_t offset, const char *path) {
  machine *m = o->m;
  if (machine_builds(m) && machine_name_change(m, s->obj, offset, &o->shown, &o->value)) {
    sb_clear(&o->value);
    return;
  }
  sb_clear(&o->shown);
  sb_clear(&o->value);
  if (machine_builds(m) && machine_show_owner(m, (event_id){s->obj, offset}, &o->shown)) {
    const char *last = strrchr(path, '.');
    sb_puts(&o->shown, last ? last : path);
    return;
  }
  if (s->deref && !*path)
    sb_printf(&o->shown, "*%s", s->shown);
  else if (s->deref && *path == '.')
    sb_printf(&o->shown, "%s->%s", s->shown, path + 1);
  else
    sb_printf(&o->shown, "%s%s", s->shown, path);
}

// The scalar at an offset; the offset behind it.
static uint64_t give_leaf(observer *o, size_t at, uint64_t offset, strbuf *path) {
  machine *m = o->m;
  const seen_object s = o->objects.data[at];
  const object *obj = memory_object(m, s.obj);
  ir_type leaf = {0};
  uint64_t begin = offset, pointer_bytes = m->ir->pointer_bits / 8;
  bool pointer = is_pointer_at(obj, offset);
  sb_clear(path);
  bool has_leaf = machine_leaf_at(m->ir, obj->type, obj->count, offset, path, &leaf, &begin);
  if (!has_leaf && !pointer) return offset + 1;
  if (!has_leaf || begin < offset) begin = offset;
  uint64_t size = pointer ? pointer_bytes : ir_type_get(m->ir, leaf)->size - (offset - begin);
  if (memory_is_indeterminate(obj, offset, 1)) return offset + 1;
  clear_texts(o);
  sb_printf(&o->key, "%s+%" PRIu64, s.key, offset);
  put_leaf_name(o, &s, offset, sb_text(path));
  if (pointer) {
    uint64_t bits = 0;
    for (uint64_t i = 0; i < pointer_bytes && offset + i < obj->size; i++)
      bits |= (uint64_t)obj->bytes[offset + i] << (8 * i);
    put_pointer(o, (cell){bits, obj->origin[offset]});
  } else {
    machine_show_leaf(m, s.obj, begin, leaf, &o->value);
    sb_puts(&o->same, sb_text(&o->value));
  }
  give(o);
  return offset + (size ? size : 1);
}

static void give_objects(observer *o) {
  strbuf path = {0};
  for (size_t at = 1; at < o->objects.len; at++) {
    const object *obj = memory_object(o->m, o->objects.data[at].obj);
    if (!obj || o->objects.data[at].opaque) continue;
    for (uint64_t offset = 0, size = obj->size; offset < size;) offset = give_leaf(o, at, offset, &path);
  }
  sb_fini(&path);
}

// --- where to begin

static void find_globals(observer *o) {
  machine *m = o->m;
  for (uint32_t g = 1; g <= m->ir->n_globals && g < m->objects.len; g++) {
    const ir_global_info *info = &m->ir->globals[g];
    if (info->is_hidden || info->is_const || info->is_thread_local) continue;
    if (machine_builds(m) && (machine_of_library(m, info->type) || place_in_library(info->at.file))) continue;
    objref r = obj_make_ref(g, m->objects.data[g].gen);
    found(o, (seen_object){.obj = r, .key = arena_printf(o->mem, "g%u", g), .shown = info->name});
  }
}

static void give_register(observer *o, uint32_t p, size_t depth, uint32_t r) {
  machine *m = o->m;
  const stack *s = &m->procs[p].stack;
  const frame *f = &s->frames.data[depth];
  const ir_func_info *info = ir_func_get(m->ir, f->func);
  const ir_reg_info *reg = &info->regs[r];
  bool wide = machine_is_wide(m, reg->type);
  clear_texts(o);
  sb_printf(&o->key, "r%u.%zu.%u.%u", p, depth, f->func.id, r);
  if (reg->is_temp || !reg->name)
    sb_printf(&o->shown, "an intermediate result of %s", machine_proc_name(m, p));
  else
    sb_printf(&o->shown, "%s.%s", machine_proc_name(m, p), reg->name);
  cell now = s->regs.data[f->reg_base + r];
  if (now.obj || ir_type_get(m->ir, reg->type)->kind == IR_TYPE_PTR) {
    put_pointer(o, now);
  } else {
    machine_show_cell(m, reg->type, now, wide ? s->limbs.data + f->limb_base + m->limb_offset[f->func.id][r] : NULL,
                      &o->value);
    sb_puts(&o->same, sb_text(&o->value));
  }
  give(o);
}

static void find_frame(observer *o, uint32_t p, size_t depth) {
  machine *m = o->m;
  const frame *f = &m->procs[p].stack.frames.data[depth];
  const ir_func_info *info = ir_func_get(m->ir, f->func);
  for (size_t k = 0; k < f->locals.len; k++) {
    const object *obj = memory_object(m, f->locals.data[k].obj);
    if (!obj) continue;
    const char *key = arena_printf(o->mem, "l%u.%zu.%u.%u", p, depth, f->func.id, f->locals.data[k].site->dst.id);
    const char *name = obj->name ? obj->name : "local";
    name = arena_printf(o->mem, "%s.%s", machine_proc_name(m, p), name);
    found(o, (seen_object){.obj = f->locals.data[k].obj, .key = key, .shown = name});
  }
  bool top = depth + 1 == m->procs[p].stack.frames.len;
  for (uint32_t r = 1; r <= info->n_regs; r++)
    if (o->ask->needs(o->ask->arg, f->func, top ? f->pc : f->pc - 1, !top, (ir_reg){r})) give_register(o, p, depth, r);
}

void machine_observe(const machine *m, const machine_observation *ask) {
  // Showing values uses the machine's scratch, nothing else of it changes.
  observer o = {.m = (machine *)m, .ask = ask, .mem = arena_new()};
  vec_push(&o.objects, (seen_object){0});
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    const object *record = memory_object(o.m, m->procs[p].data.obj);
    if (!record || record->kind != OBJ_HEAP || !machine_builds(m)) continue;
    const char *key = arena_printf(o.mem, "p%u", p), *name = machine_proc_name(m, p);
    found(&o, (seen_object){.obj = m->procs[p].data.obj, .key = key, .shown = name, .opaque = true});
  }
  find_globals(&o);
  for (uint32_t p = 0; p <= m->n_procs; p++)
    for (size_t k = 0; k < m->procs[p].stack.frames.len; k++) find_frame(&o, p, k);
  give_objects(&o);
  vec_free(&o.objects);
  map64_fini(&o.index);
  sb_fini(&o.key);
  sb_fini(&o.shown);
  sb_fini(&o.same);
  sb_fini(&o.value);
  arena_free(o.mem);
}
