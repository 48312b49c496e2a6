// Signatures: 64-bit hashes of states for hash compaction (symcpp-explicit-symbolic.md 4.4, 4.9). States that store.h takes for
// equal have equal signatures; different ones nearly always different ones.
#ifndef STATE_SIGNATURE_H
#define STATE_SIGNATURE_H

#include "state/state.h"

// `mask` replaces values that are terms before they are hashed, and then the path condition does not count; NULL: everything
// counts, and the path condition should have been cut to what matters.
typedef value state_mask(void *arg, value v);
uint64_t state_signature(const state *s, bool abstract_time, state_mask *mask, void *arg);

#endif
