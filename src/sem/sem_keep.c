// Local objects that nothing outlives.
//
// The name of a dead object is given again only when nothing refers to it (sem_heap.c). Most locals need no search for
// references: their addresses never leave the calls that their frame makes. Such an object is `kept` (state_impl.h). What always
// holds: whatever refers to a kept object of a frame is a register of that frame or of one above it, or a cell of a kept object
// that such a frame made. So a process that does not have the frame never comes to know the object, and when the frame ends
// nothing refers to it any more. Where a pointer may go elsewhere the object, and all kept objects that it refers to, are
// kept no longer; that is for ever. A search would find the same: which names are given does not depend on this file.
#include "sem/sem_impl.h"

typedef VEC(uint32_t) name_vec;

static uint32_t depth_of(const world *m, uint32_t obj) { return heap_site(m, obj)->depth; }

static void push_pointers(const body *b, name_vec *out) {
  for (uint32_t i = 0; i < b->n_pages; i++) {
    if (i && b->pages[i] == b->pages[i - 1]) continue;  // nobody has written these pages
    for (uint32_t k = 0; k < b->pages[i]->n; k++) {
      if (b->pages[i]->slots[k].obj) vec_push(out, b->pages[i]->slots[k].obj);
    }
  }
}

void keep_not(state *s, uint32_t obj) {
  if (LIKELY(!state_object_kept(s, obj))) return;
  name_vec open = {0};
  vec_push(&open, obj);
  while (open.len > 0) {
    obj = vec_pop(&open);
    if (!state_object_kept(s, obj)) continue;
    state_object_keep(s, obj, false);
    push_pointers(state_object(s, obj), &open);
  }
  vec_free(&open);
}

void keep_unless_in(const world *m, state *s, uint32_t obj, uint32_t into) {
  if (LIKELY(!state_object_kept(s, obj))) return;
  if (!state_object_kept(s, into) || depth_of(m, into) < depth_of(m, obj)) keep_not(s, obj);
}

void keep_returned(const world *m, state *s, uint32_t obj, const frame *from) {
  if (state_object_kept(s, obj) && depth_of(m, obj) >= from->depth) keep_not(s, obj);
}
