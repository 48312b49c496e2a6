#include "base/hash.h"
#include "engine/robust/search.h"

void robust_gives_up(robust_search *x, place at, const char *what) {
  x->ctx->result->counters.truncated++;
  engine_note_unknown(x->ctx, at, what);
}

static site_kind kind_of(weak_kind k) {
  return k == WEAK_REGION ? SITE_REGION : k >= WEAK_LOCK && k <= WEAK_LIFE ? SITE_MUTEX : SITE_MEMORY;
}

static bool is_in_region(const robust_search *x, const weak_op *region, const weak_op *memory) {
  if (memory->obj == region->obj && memory->offset < region->offset + 4 &&
      region->offset < memory->offset + memory->bytes)
    return true;
  return sem_weak_belongs(x->ctx->sem, region, &(touch){.mode = TOUCH_READ, .obj = memory->obj});
}

static bool overlaps(const robust_search *x, const site *l, const weak_op *op, site_kind kind) {
  if (kind == SITE_REGION && l->kind == SITE_MEMORY) return is_in_region(x, op, &l->op);
  if (kind == SITE_MEMORY && l->kind == SITE_REGION) return is_in_region(x, &l->op, op);
  return l->kind == SITE_MEMORY && kind == SITE_MEMORY && l->op.obj == op->obj &&
         l->op.offset < op->offset + op->bytes && op->offset < l->op.offset + l->op.bytes;
}

static bool is_site(const site *l, const weak_op *op, site_kind kind) {
  return l->op.obj == op->obj && l->op.offset == op->offset && l->kind == kind &&
         (kind != SITE_MEMORY || l->op.bytes == op->bytes);
}

static bool find(const robust_search *x, const weak_op *op, site_kind kind, uint64_t *h, uint32_t *n) {
  uint64_t found;
  *h = hash_combine(hash_combine(hash_combine(op->obj, op->offset), kind), kind == SITE_MEMORY ? op->bytes : 0);
  for (; map64_get(&x->site_index, *h, &found); ++*h) {
    *n = (uint32_t)found;
    if (is_site(&x->sites.data[found], op, kind)) return true;
  }
  return false;
}

uint32_t robust_ends(robust_search *x, const weak_op *op) {
  for (uint32_t i = 0; i < x->sites.len; i++)
    if (x->sites.data[i].kind == SITE_ENDS && x->sites.data[i].op.lives == op->lives) return i;
  vec_push(&x->sites, ((site){.op = {.lives = op->lives}, .kind = SITE_ENDS}));
  return (uint32_t)x->sites.len - 1;
}

static void watch(robust_search *x, uint32_t obj) {
  if (obj <= x->ctx->ir->n_globals) return;
  for (size_t i = 0; i < x->objects.len; i++)
    if (x->objects.data[i] == obj) return;
  vec_push(&x->objects, obj);
  x->again = true;
}

bool robust_site(robust_search *x, const weak_op *op, uint32_t *n) {
  uint64_t h;
  site_kind kind = kind_of(op->kind);
  bool known = find(x, op, kind, &h, n);
  if (!known) {
    for (uint32_t i = 0; i < x->sites.len; i++) {
      if (!overlaps(x, &x->sites.data[i], op, kind)) continue;
      robust_gives_up(x, op->at, "accesses of different sizes to one place");
      return false;
    }
    *n = (uint32_t)x->sites.len;
    map64_put(&x->site_index, h, *n);
    vec_push(&x->sites, ((site){.op = *op, .kind = kind}));
    watch(x, op->obj);
  }
  // An object that may end, too: accesses must happen before that.
  bool plain = kind == SITE_MEMORY && (!op->atomic || op->obj > x->ctx->ir->n_globals);
  site *s = &x->sites.data[*n];
  if (plain && !s->plain) {
    x->again |= known;
    s->plain = true;
  }
  return true;
}
