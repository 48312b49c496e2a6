// Inside of differences: parts as byte strings. Included by src/state/diff*.c only.
#ifndef STATE_DIFF_IMPL_H
#define STATE_DIFF_IMPL_H

#include "state/diff.h"
#include "state/keyset.h"
#include "state/state_impl.h"

enum { FRAME_CACHE = 1024, PATH_CACHE = 1024 };

struct state_diffs {
  bool symmetric;
  uint16_t serial;  // under which parts remember their numbers
  bytepool frames, bodies, records;
  VEC(const layout *) layouts;  // by their numbers
  expr_vec conjuncts;
  state_input *some_input;  // stands for all that were drawn; NULL: none was seen
  struct {
    uint32_t number;
    frame *f;
  } cache[FRAME_CACHE];  // frames made lately
  struct {
    uint32_t number;
    pathcond *pc;
  } paths[PATH_CACHE];
  byte_vec part;  // the string being built
  VEC(frame *) stack;
  VEC(uint32_t) chain;
};

static inline void put_number(byte_vec *out, uint64_t x) {
  vec_reserve(out, out->len + KEY_MAX);
  out->len = (size_t)(key_put(out->data + out->len, x) - out->data);
}
static inline uint64_t get_number(const uint8_t **at) {
  uint64_t x;
  *at = key_get(*at, &x);
  return x;
}
void put_value(byte_vec *out, value v);
value get_value(const uint8_t **at);
// What makes b of a, and a of b: the bits in which they differ.
void put_change(byte_vec *out, value a, value b);
value get_changed(const uint8_t **at, value v);
static inline bool same_value(value a, value b) { return a.bits == b.bits && a.e.id == b.e.id && a.obj == b.obj; }

// Numbers of parts; 0: there is none. The second of a pair makes the part again; a new reference.
uint32_t part_of_stack(state_diffs *d, frame *top);
frame *stack_of_part(state_diffs *d, uint32_t number);
uint32_t part_of_body(state_diffs *d, body *b);
body *body_of_part(state_diffs *d, uint32_t number);
uint32_t part_of_kern(state_diffs *d, const kern *k);
kern *kern_of_part(state_diffs *d, uint32_t number);
uint32_t part_of_pend(state_diffs *d, const state *s);
pend *pend_of_part(state_diffs *d, uint64_t time, uint32_t number);
uint32_t part_of_design(state_diffs *d, const design *g);
design *design_of_part(state_diffs *d, uint32_t number);
// The wait record (SystemC) or thread record of a process.
uint32_t part_of_wait(state_diffs *d, const state *s, proc_id p);
void *wait_of_part(state_diffs *d, const state *s, uint32_t number);
uint32_t part_of_path(state_diffs *d, const pathcond *pc);
pathcond *path_of_part(state_diffs *d, smt *solver, uint32_t number);

#endif
