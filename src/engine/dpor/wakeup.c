#include "engine/dpor/wakeup.h"

void wakeup_init(wakeup_pool *w) {
  *w = (wakeup_pool){0};
  vec_push(&w->nodes, (wakeup_node){0});
}

void wakeup_fini(wakeup_pool *w) {
  CHECK_WHOLE(wakeup_fault(w));
  vec_free(&w->nodes);
}

uint32_t wakeup_new(wakeup_pool *w, proc_id p, touches *expected) {
  uint32_t n = w->unused;
  if (n) {
    w->unused = w->nodes.data[n].next;
  } else {
    n = (uint32_t)w->nodes.len;
    vec_push(&w->nodes, (wakeup_node){0});
  }
  w->nodes.data[n] = (wakeup_node){.proc = p, .expected = touches_ref(expected)};
  CHECK_GROWN(n, wakeup_fault(w));
  return n;
}

void wakeup_append(wakeup_pool *w, uint32_t *first, uint32_t n) {
  DCHECK(n && !w->nodes.data[n].next, "one branch is put behind others");
  while (*first) first = &w->nodes.data[*first].next;
  *first = n;
}

void wakeup_drop_one(wakeup_pool *w, uint32_t n) {
  DCHECK(n && n < w->nodes.len, "no node of the pool");
  touches_unref(w->nodes.data[n].expected);
  w->nodes.data[n].next = w->unused;
  w->unused = n;
}

// Lists that hang on a node are put in front of what is left to do, so no stack is needed.
static uint32_t in_front(wakeup_pool *w, uint32_t list, uint32_t rest) {
  if (!list) return rest;
  uint32_t last = list;
  while (w->nodes.data[last].next) last = w->nodes.data[last].next;
  w->nodes.data[last].next = rest;
  return list;
}

void wakeup_drop(wakeup_pool *w, uint32_t first) {
  while (first) {
    wakeup_node *x = &w->nodes.data[first];
    uint32_t next = in_front(w, x->relying, in_front(w, x->child, x->next));
    wakeup_drop_one(w, first);
    first = next;
  }
}

void wakeup_merge(wakeup_pool *w, uint32_t *first, uint32_t sequence) {
  DCHECK(sequence && !w->nodes.data[sequence].next, "a sequence has no branches");
  uint32_t parent = 0;
  for (;;) {
    uint32_t *list = parent ? &w->nodes.data[parent].child : first;
    uint32_t same = *list;
    while (same && w->nodes.data[same].proc != w->nodes.data[sequence].proc) same = w->nodes.data[same].next;
    if (!same) {
      wakeup_append(w, list, sequence);
      return;
    }
    uint32_t rest = w->nodes.data[sequence].child;
    wakeup_drop_one(w, sequence);
    if (!rest || !w->nodes.data[same].child) {  // a leaf stands for everything that begins so
      wakeup_drop(w, rest);
      return;
    }
    parent = same;
    sequence = rest;
  }
}

typedef struct copy_job {
  uint32_t from, parent;
  bool relying;
} copy_job;  // parent 0: the root list

uint32_t wakeup_copy(wakeup_pool *w, uint32_t first) {
  VEC(copy_job) jobs = {0};
  uint32_t result = 0;
  for (uint32_t n = first; n; n = w->nodes.data[n].next) vec_push(&jobs, ((copy_job){n, 0, false}));
  for (size_t i = 0; i < jobs.len; i++) {
    copy_job j = jobs.data[i];
    wakeup_node x = w->nodes.data[j.from];
    uint32_t n = wakeup_new(w, x.proc, x.expected);
    w->nodes.data[n].relied_on = x.relied_on;
    w->nodes.data[n].reversed = x.reversed;
    wakeup_node *parent = &w->nodes.data[j.parent];
    wakeup_append(w, !j.parent ? &result : j.relying ? &parent->relying : &parent->child, n);
    for (uint32_t c = x.child; c; c = w->nodes.data[c].next) vec_push(&jobs, ((copy_job){c, n, false}));
    for (uint32_t c = x.relying; c; c = w->nodes.data[c].next) vec_push(&jobs, ((copy_job){c, n, true}));
  }
  vec_free(&jobs);
  return result;
}

// Every node hangs in one place at most, and nothing that is used hangs on what is not.
static bool hangs_alone(const wakeup_pool *w, uint32_t n, bool *seen) {
  if (!n) return true;
  if (n >= w->nodes.len || seen[n]) return false;
  return seen[n] = true;
}

const char *wakeup_fault(const wakeup_pool *w) {
  bool *seen = MEM_NEW_N(bool, w->nodes.len), *unused = MEM_NEW_N(bool, w->nodes.len);
  bool fine = true;
  for (uint32_t n = w->unused; n && fine; n = w->nodes.data[n].next) {
    fine = hangs_alone(w, n, seen);
    if (fine) unused[n] = true;
  }
  for (size_t i = 1; i < w->nodes.len && fine; i++) {
    const wakeup_node *x = &w->nodes.data[i];
    fine = unused[i] ||
           (hangs_alone(w, x->next, seen) && hangs_alone(w, x->child, seen) && hangs_alone(w, x->relying, seen));
  }
  mem_free(seen);
  mem_free(unused);
  return fine ? NULL : "a node of wake-up trees that hangs in two places, or is used and unused";
}
