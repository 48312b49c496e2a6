#include "engine/dpor/regions.h"

#include "base/hash.h"

enum { MAX_TOUCHES = 16 };  // of one object and mode, before they become one

void regions_fini(region_table *r) {
  for (size_t i = 0; i < r->seen.len; i++) vec_free(&r->seen.data[i]);
  vec_free(&r->seen);
  map64_fini(&r->index);
}

static footprint *region(region_table *r, proc_id p, const touch *enter) {
  uint64_t key = hash_combine(hash_combine(p, enter->obj), enter->offset), at;
  if (!map64_get(&r->index, key, &at)) {
    at = r->seen.len;
    vec_push(&r->seen, (footprint){0});
    map64_put(&r->index, key, at);
  }
  return &r->seen.data[at];
}

// Mutexes as memory: what is only remembered is not taken.
static bool normal(const touch *t, touch *out) {
  *out = *t;
  switch (t->mode) {
  case TOUCH_READ:
  case TOUCH_WRITE:
  case TOUCH_AWAIT: return true;
  case TOUCH_UPDATE:
  case TOUCH_ACQUIRE:
  case TOUCH_RELEASE: out->mode = TOUCH_WRITE; break;
  case TOUCH_TRY:
  case TOUCH_LOOK: out->mode = TOUCH_READ; break;
  case TOUCH_DIE:
    out->mode = TOUCH_WRITE;
    out->offset = 0;
    out->size = UINT64_MAX;
    break;
  case TOUCH_SPAWN:
  case TOUCH_END:
  case TOUCH_JOIN:
  case TOUCH_STOP:
  case TOUCH_ENTER:
  case TOUCH_ASSUME:
  case TOUCH_CHECK:
  case TOUCH_STEP:
  case TOUCH_NOTIFY:
  case TOUCH_NOTIFY_LATER:
  case TOUCH_WAIT:
  case TOUCH_SUSPEND:
  case TOUCH_RESUME:
  case TOUCH_REQUEST:
  case TOUCH_FENCE: return false;
  }
  out->detail = 0;
  return true;
}

static bool contains(const footprint *f, const touch *t, size_t *same) {
  *same = 0;
  for (size_t i = 0; i < f->len; i++) {
    const touch *o = &f->data[i];
    if (o->mode != t->mode || o->obj != t->obj) continue;
    ++*same;
    if (o->offset <= t->offset && (o->size == UINT64_MAX || o->offset + o->size >= t->offset + t->size)) return true;
  }
  return false;
}

static bool learn(footprint *known, const touch *t) {
  size_t same;
  if (contains(known, t, &same)) return false;
  touch x = *t;
  if (same >= MAX_TOUCHES) {
    size_t kept = 0;
    for (size_t i = 0; i < known->len; i++) {
      if (known->data[i].mode != t->mode || known->data[i].obj != t->obj) known->data[kept++] = known->data[i];
    }
    known->len = kept;
    x.offset = 0;
    x.size = UINT64_MAX;
  }
  vec_push(known, x);
  return true;
}

bool regions_learn(region_table *r, proc_id p, footprint *f) {
  bool learnt = false;
  size_t n = f->len;
  for (size_t k = 0; k < n; k++) {
    if (f->data[k].mode != TOUCH_ENTER) continue;
    footprint *known = region(r, p, &f->data[k]);
    for (size_t i = 0; i < n; i++) {
      touch t;
      if ((f->data[i].flags & TOUCH_REGION) && normal(&f->data[i], &t)) learnt |= learn(known, &t);
    }
    for (size_t i = 0; i < known->len; i++) {
      touch t;
      bool made = false;
      for (size_t j = 0; j < n && !made; j++) {
        made = (f->data[j].flags & TOUCH_REGION) && normal(&f->data[j], &t) && t.mode == known->data[i].mode &&
               t.obj == known->data[i].obj && t.offset == known->data[i].offset && t.size == known->data[i].size;
      }
      if (!made) footprint_add(f, known->data[i]);
    }
  }
  return learnt;
}
