// What always holds of the abstract reachability graph between two refinements: for --check=3 and debug builds.
//
// A proof rests on it: every node of the graph was expanded, or another one stands for it that was and that says no more, or it waits.
#include "engine/cegar/arg.h"

static bool is_among(const id_vec *ids, uint32_t id) {
  for (size_t i = 0; i < ids->len; i++)
    if (ids->data[i] == id) return true;
  return false;
}

static const char *covered_fault(const cegar *g, const anode *n) {
  if (n->covered_by >= g->nodes.len || n->expanded) return "a node that is covered and expanded";
  const anode *by = &g->nodes.data[n->covered_by];
  if (!is_among(&by->covers, n->id)) return "a node that is covered by one that does not know";
  return cover_holds(g, by, n) ? NULL : "a node that is covered by one that does not stand for it";
}

static const char *node_fault(const cegar *g, uint32_t id) {
  const anode *n = &g->nodes.data[id];
  if (n->id != id) return "a node with another number";
  if (n->removed) return NULL;
  if (n->parent >= id || !n->parent != (id == 1)) return "a node that is older than its parent";
  const anode *parent = &g->nodes.data[n->parent];
  if (n->parent && (parent->removed || n->depth != parent->depth + 1 || !is_among(&parent->children, id)))
    return "a node that its parent does not know";
  for (size_t i = 0; i < n->children.len; i++)
    if (g->nodes.data[n->children.data[i]].parent != id) return "a child of another node";
  if (n->covered_by) return covered_fault(g, n);
  return n->expanded || n->queued ? NULL : "a node that was neither expanded nor covered, and does not wait";
}

// The waiting nodes are a heap, and each node is there once.
static const char *queue_fault(const cegar *g) {
  bitset there = bitset_new(g->nodes.len);
  const char *fault = NULL;
  for (size_t i = 0; i < g->queue.len && !fault; i++) {
    uint32_t id = g->queue.data[i].node;
    if (i && g->queue.data[i].key < g->queue.data[(i - 1) / 2].key) fault = "a waiting node in front of its turn";
    if (!g->nodes.data[id].queued || bitset_has(&there, id))
      fault = "a node that waits twice, or does not know that it waits";
    bitset_add(&there, id);
  }
  for (uint32_t id = 1; id < g->nodes.len && !fault; id++)
    if (g->nodes.data[id].queued && !bitset_has(&there, id)) fault = "a node that is said to wait and does not";
  bitset_fini(&there);
  return fault;
}

const char *arg_fault(const cegar *g) {
  const char *fault = queue_fault(g);
  for (uint32_t id = 1; id < g->nodes.len && !fault; id++) fault = node_fault(g, id);
  return fault;
}
