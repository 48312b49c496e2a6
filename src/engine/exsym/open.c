#include "engine/exsym/open.h"

void open_fini(open_set *o) {
  vec_free(&o->list);
  vec_free(&o->heap);
}

static bool before(const open_item *a, const open_item *b) {
  return a->key != b->key ? a->key < b->key : a->serial < b->serial;
}

static void push_heap(open_set *o, open_item item) {
  vec_push(&o->heap, item);
  size_t i = o->heap.len - 1;
  while (i > 0 && before(&item, &o->heap.data[(i - 1) / 2])) {
    o->heap.data[i] = o->heap.data[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  o->heap.data[i] = item;
}

static uint32_t pop_heap(open_set *o) {
  DCHECK(o->heap.len, "nothing is open");
  uint32_t index = o->heap.data[0].index;
  open_item last = vec_pop(&o->heap);
  size_t n = o->heap.len, i = 0;
  while (2 * i + 1 < n) {
    size_t child = 2 * i + 1;
    if (child + 1 < n && before(&o->heap.data[child + 1], &o->heap.data[child])) child++;
    if (!before(&o->heap.data[child], &last)) break;
    o->heap.data[i] = o->heap.data[child];
    i = child;
  }
  if (n > 0) o->heap.data[i] = last;
  return index;
}

void open_put(open_set *o, uint32_t index, uint64_t key) {
  if (o->kind == OPEN_HEAP)
    push_heap(o, (open_item){key, index, o->newest_first ? UINT32_MAX - o->serial++ : o->serial++});
  else
    vec_push(&o->list, index);
}

// Half of the queue may be behind us before its memory is used again.
static uint32_t pop_queue(open_set *o) {
  DCHECK(o->first < o->list.len, "nothing is open");
  uint32_t index = o->list.data[o->first++];
  if (o->first * 2 > o->list.len && o->first > 1024) {
    memmove(o->list.data, o->list.data + o->first, (o->list.len - o->first) * sizeof *o->list.data);
    o->list.len -= o->first;
    o->first = 0;
  }
  return index;
}

bool open_get(open_set *o, uint32_t *index) {
  if (open_count(o) == 0) return false;
  switch (o->kind) {
  case OPEN_QUEUE: *index = pop_queue(o); return true;
  case OPEN_STACK: *index = vec_pop(&o->list); return true;
  case OPEN_HEAP: *index = pop_heap(o); return true;
  }
  UNREACHABLE("an order of no known kind");
}

size_t open_count(const open_set *o) { return o->kind == OPEN_HEAP ? o->heap.len : o->list.len - o->first; }
