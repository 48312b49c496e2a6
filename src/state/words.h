// The concrete words of states as numbered ropes, so that those of a successor cost what the step changed.
//
// The words of a state are all its values in a fixed order (cells of globals, registers of all stacks, cells of dynamic objects),
// 0 where a value is a term. They are kept as a tree over the parts of the state: strings of words, and nodes that list
// their children. Equal strings and nodes have one number, and a part of a state remembers its own until it is written. States with
// the same control (a store without data tells) have trees of the same form: their words are equal iff the numbers are.
#ifndef STATE_WORDS_H
#define STATE_WORDS_H

#include "base/map64.h"
#include "state/state.h"

typedef VEC(uint64_t) word_vec;
typedef VEC(uint32_t) pos_vec;

typedef struct word_store word_store;

word_store *word_store_new(void);
void word_store_free(word_store *w);
// The number of the words of s. Positions and terms of its symbolic values are appended, in ascending order.
uint32_t word_store_add(word_store *w, state *s, pos_vec *at, expr_vec *terms);
uint32_t word_store_put(word_store *w, const uint64_t *words, size_t n);  // some words as one string
// The number of the same words with 0 at the given positions (ascending).
uint32_t word_store_without(word_store *w, uint32_t number, const pos_vec *at);
void word_store_read(const word_store *w, uint32_t number, word_vec *out);  // replaces what out holds
// The number in `to` of words of `from`; `moved` begins empty and remembers what was moved.
uint32_t word_store_move(word_store *to, const word_store *from, uint32_t number, map64 *moved);
// May another store take the place of this one? The states' environment numbers stores, but not without end.
bool word_store_renewable(const word_store *w);
size_t word_store_bytes(const word_store *w);

#endif
