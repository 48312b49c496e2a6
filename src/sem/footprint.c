#include "sem/footprint.h"

void footprint_add(footprint *f, touch t) {
  for (size_t i = f->len; i-- > 0;) {
    const touch *o = &f->data[i];
    if (o->mode == t.mode && o->detail == t.detail && o->obj == t.obj && o->offset == t.offset && o->size == t.size &&
        o->flags == t.flags)
      return;
  }
  vec_push(f, t);
}

static bool is_read(touch_mode m) { return m == TOUCH_READ || m == TOUCH_AWAIT; }
static bool is_memory(touch_mode m) { return is_read(m) || m == TOUCH_WRITE || m == TOUCH_UPDATE; }

static bool overlap(const touch *a, const touch *b) {
  if (a->obj != b->obj) return false;
  return a->offset < b->offset ? b->offset - a->offset < a->size : a->offset - b->offset < b->size;
}

// Additions and subtractions commute with each other.
static uint32_t update_kind(uint32_t rmw) { return rmw == IR_RMW_SUB ? IR_RMW_ADD : rmw; }

static bool memory_conflict(const touch *a, const touch *b) {
  if (is_read(a->mode) && is_read(b->mode)) return false;
  if (!overlap(a, b)) return false;
  if (a->mode != TOUCH_UPDATE || b->mode != TOUCH_UPDATE) return true;
  // Updates of one kind commute on the same cell; on cells that overlap in part a carry could cross.
  return update_kind(a->detail) != update_kind(b->detail) || a->offset != b->offset || a->size != b->size;
}

static bool is_mutex(touch_mode m) { return m == TOUCH_ACQUIRE || m == TOUCH_RELEASE || m == TOUCH_TRY; }
static bool is_process(touch_mode m) { return m == TOUCH_SPAWN || m == TOUCH_END || m == TOUCH_JOIN; }

// a's effect against b's, one direction; rules of [AVPE15] (b) to (d).
static bool kernel_conflict(const touch *a, const touch *b, bool ieee_pending) {
  switch (a->mode) {
  case TOUCH_NOTIFY:
    if (b->mode == TOUCH_WAIT) return overlap(a, b);
    // The immediate notification cancels a pending one, so their order shows.
    return ieee_pending && b->mode == TOUCH_NOTIFY_LATER && b->detail == 0 && overlap(a, b);
  case TOUCH_NOTIFY_LATER: return b->mode == TOUCH_NOTIFY_LATER && a->detail != b->detail && overlap(a, b);
  case TOUCH_SUSPEND: return (b->mode == TOUCH_STEP || b->mode == TOUCH_RESUME) && a->obj == b->obj;
  // Delayed effects and requests are sets that are looked at only when nothing runs: their order does not show.
  case TOUCH_RESUME:
  case TOUCH_WAIT:
  case TOUCH_REQUEST:
  case TOUCH_STEP:
  case TOUCH_READ:
  case TOUCH_WRITE:
  case TOUCH_UPDATE:
  case TOUCH_CHECK:
  case TOUCH_AWAIT: return false;
  case TOUCH_ASSUME:
    return b->mode == TOUCH_CHECK;  // a failing assumption hides a check that comes later
  // Taking and giving back one mutex: only the order among those that merely looked does not show.
  // A write over the mutex shows to who takes it (misuse).
  case TOUCH_ACQUIRE:
  case TOUCH_RELEASE: return (is_mutex(b->mode) || b->mode == TOUCH_WRITE || b->mode == TOUCH_UPDATE) && overlap(a, b);
  case TOUCH_TRY:
  case TOUCH_ENTER:
  case TOUCH_FENCE: return false;
  case TOUCH_SPAWN:
  case TOUCH_END: return is_process(b->mode) && a->obj == b->obj;
  case TOUCH_JOIN:
  case TOUCH_LOOK: return false;
  case TOUCH_DIE: return (is_memory(b->mode) || b->mode == TOUCH_LOOK || is_mutex(b->mode)) && a->obj == b->obj;
  case TOUCH_STOP: return true;
  }
  return false;
}

static bool ends_run(const footprint *f) { return f->len > 0 && vec_last(f).mode == TOUCH_STOP; }

bool footprint_dependent(const footprint *a, const footprint *b, bool ieee_pending) {
  if (ends_run(a) || ends_run(b)) return true;
  for (size_t i = 0; i < a->len; i++) {
    for (size_t j = 0; j < b->len; j++) {
      const touch *x = &a->data[i], *y = &b->data[j];
      if (is_memory(x->mode) && is_memory(y->mode)) {
        if (memory_conflict(x, y)) return true;
      } else if (kernel_conflict(x, y, ieee_pending) || kernel_conflict(y, x, ieee_pending)) {
        return true;
      }
    }
  }
  return false;
}
