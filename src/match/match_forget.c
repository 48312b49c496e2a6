// States that the search has left are forgotten, the least useful first; and what always holds of what is stored.
#include "match/match_impl.h"

void match_drop_indexes(group *g) {
  for (size_t i = 0; i < g->indexes.len; i++) {
    vec_free(&g->indexes.data[i].skip);
    vec_free(&g->indexes.data[i].older);
    vec_free(&g->indexes.data[i].newer);
    vec_free(&g->indexes.data[i].outside);
    map64_fini(&g->indexes.data[i].chains);
  }
  vec_free(&g->indexes);
}

void matcher_set_on_path(matcher *m, uint32_t id, bool on_path) {
  if (m->concrete_only || m->entry_of.data[id] == 0) return;
  entry *e = entry_at(m, id);
  if (on_path)
    e->since = m->queries;
  else if (e->standing == ON_PATH)
    e->since = m->queries - e->since;
  e->standing = on_path ? ON_PATH : LEFT;
}

// Marks up to n states that have left the stack, oldest first: those that never matched anything, then the others.
static size_t choose_victims(matcher *m, size_t n) {
  size_t chosen = 0;
  for (unsigned matched = 0; matched < 2; matched++) {
    for (uint32_t id = 1; id < m->entry_of.len && chosen < n; id++) {
      entry *e = entry_at(m, id);
      if (e->standing != LEFT || (matched == 0 && e->hits > 0)) continue;
      e->standing = GONE;
      chosen++;
    }
  }
  return chosen;
}

static void repack(matcher *m) {
  pack old = m->pack;
  map64 moved = {0};
  pack_init(&m->pack);
  apart_forget_terms(&m->apart);
  m->indexed = 0;
  for (size_t i = 0; i < m->by_control.len; i++) {
    for (size_t k = 0; k < m->by_control.data[i].groups.len; k++) {
      group *g = &m->by_control.data[i].groups.data[k];
      size_t kept = 0;
      for (size_t j = 0; j < g->entries.len; j++) {
        uint32_t id = g->entries.data[j];
        entry *e = entry_at(m, id);
        if (e->standing == GONE) {
          vec_push(&m->unused, m->entry_of.data[id]);
          m->entry_of.data[id] = 0;
          continue;
        }
        pack_open(&old, e->at, &g->mask, false, &m->candidate);
        m->candidate.data = word_store_move(m->pack.words, old.words, e->at.data, &moved);
        e->at = pack_put(&m->pack, &m->candidate);
        g->entries.data[kept++] = id;
      }
      g->entries.len = kept;
      match_drop_indexes(g);
    }
  }
  map64_fini(&moved);
  pack_fini(&old);
  if (m->has_pinned) expr_unpin_all(m->sem->terms);
}

size_t matcher_evict(matcher *m, size_t bytes) {
  size_t now = matcher_bytes(m), count = matcher_count(m);
  if (m->concrete_only || now <= bytes || count == 0 || !word_store_renewable(m->pack.words)) return 0;
  size_t each = now / count, want = (now - bytes) / (each ? each : 1) + 1;
  size_t n = choose_victims(m, want);
  if (n) repack(m);
  m->gone += n;
  m->stats.evicted += n;
  CHECK_WHOLE(matcher_fault(m));
  return n;
}

// --- what always holds -----------------------------------------------------------------------------------------------

static const char *index_fault(const group *g, const position_index *ix) {
  size_t n = ix->older.len;
  if (n > g->entries.len) return "an index of more states than there are";
  if (!ix->blind && ix->newer.len != n) return "an index that has no way back";
  if (ix->outside.len && ix->outside.len != n) return "an index that does not know the words of all its states";
  for (size_t i = 0; i < n; i++)
    if (ix->older.data[i] > i) return "an older state that is newer";
  return NULL;
}

// seen: by entry; the indexed states are counted.
static const char *group_fault(const matcher *m, const group *g, bool *seen, size_t *indexed) {
  const char *fault = NULL;
  for (size_t i = 0; i < g->entries.len; i++) {
    uint32_t id = g->entries.data[i];
    if (i && id <= g->entries.data[i - 1]) return "stored states that are not in order of insertion";
    if (!id || id >= m->entry_of.len || !m->entry_of.data[id]) return "a stored state that was forgotten";
    if (m->entry_of.data[id] >= m->entries.len || seen[m->entry_of.data[id]]) return "one entry for two stored states";
    seen[m->entry_of.data[id]] = true;
    if (entry_at(m, id)->standing == GONE) return "a stored state that is gone";
  }
  for (size_t i = 0; i < g->indexes.len && !fault; i++) {
    fault = index_fault(g, &g->indexes.data[i]);
    *indexed += g->indexes.data[i].older.len;
  }
  return fault;
}

static const char *entries_fault(const matcher *m, bool *seen) {
  const char *fault = NULL;
  size_t indexed = 0;
  for (size_t i = 0; i < m->by_control.len; i++) {
    for (size_t k = 0; k < m->by_control.data[i].groups.len && !fault; k++)
      fault = group_fault(m, &m->by_control.data[i].groups.data[k], seen, &indexed);
  }
  if (fault) return fault;
  if (indexed != m->indexed) return "the indexes have another size than they are said to have";
  for (size_t i = 0; i < m->unused.len; i++) {
    if (seen[m->unused.data[i]]) return "an unused entry that is used";
    seen[m->unused.data[i]] = true;
  }
  for (size_t i = 1; i < m->entries.len; i++)
    if (!seen[i]) return "a stored state that belongs to no control";
  return NULL;
}

const char *matcher_fault(const matcher *m) {
  const char *fault = state_store_fault(m->exact);
  if (!fault) fault = state_store_fault(m->controls);
  if (fault) return fault;
  if (m->by_control.len > state_store_count(m->controls) + 1) return "a control that is not stored";
  bool *seen = MEM_NEW_N(bool, m->entries.len);
  fault = entries_fault(m, seen);
  mem_free(seen);
  return fault;
}
