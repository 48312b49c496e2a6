// Signatures: 64-bit hashes of states for hash compaction (symcpp-explicit-symbolic.md 4.4, 4.9). States that store.h takes for
// equal have equal signatures; different ones nearly always different ones.
#ifndef STATE_SIGNATURE_H
#define STATE_SIGNATURE_H

#include "state/state.h"

// `mask` replaces values that are terms before they are hashed, and then the path condition does not count; NULL: everything
// counts, and the path condition should have been cut to what matters.
typedef value state_mask(void *arg, value v);
uint64_t state_signature(const state *s, bool abstract_time, state_mask *mask, void *arg);

// The same number for one state after the other, of one program and always with the same mask: only what differs from the last one
// is hashed. States of a search share most of their parts.
typedef struct state_signer {
  state *last;  // or NULL
  uint64_t sum, symbolic;
} state_signer;
uint64_t state_signature_next(state_signer *k, state *s, bool abstract_time, state_mask *mask, void *arg);
void state_signer_fini(state_signer *k);

#endif
