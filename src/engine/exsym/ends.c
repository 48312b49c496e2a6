#include "engine/exsym/ends.h"

#include "base/mem.h"
#include "sem/forms.h"
#include "state/signature.h"

enum { SLOTS = 1 << 18 };

void ends_fini(chain_ends *e) {
  mem_free(e->signatures);
  map64_fini(&e->places);
}

static uint64_t place_of(sem *m, const state *s, proc_id p) {
  sem_chain frames = {0};
  sem_location(m, s, p, &frames);
  uint64_t where = frames.len ? (uint64_t)vec_last(&frames).func << 32 | vec_last(&frames).pc : UINT64_MAX;
  vec_free(&frames);
  return where;
}

static uint64_t signature_of(sem *m, const state *s) {
  return state_signature(s, sem_time_abstractable(m, s), NULL, NULL);
}

bool ends_known(const chain_ends *e, sem *m, const state *s, proc_id p) {
  if (!e->signatures || !map64_get(&e->places, place_of(m, s, p), NULL)) return false;
  uint64_t x = signature_of(m, s);
  return x && e->signatures[x % SLOTS] == x;
}

void ends_note(chain_ends *e, sem *m, const state *s, proc_id p) {
  if (!e->signatures) e->signatures = MEM_NEW_N(uint64_t, SLOTS);
  map64_put(&e->places, place_of(m, s, p), 0);
  uint64_t x = signature_of(m, s);
  e->signatures[x % SLOTS] = x;
}
