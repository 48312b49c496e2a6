// Copies and fills that other processes can see are made in parts: others may come between any two (doc/semantics-threads.md 2).
//
// No copy of many bytes is one access: not of memcpy, not of a struct assignment. Parts are the scalars that the memory consists of
// (analysis/scalars.h), each with the padding behind it, in ascending order. A part of a copy between two objects that others can see is read
// first and written then, by way of an object of the frame: so contents without a value and pointers stay what they are.
//
// Ranges may overlap. Where they do and the target lies behind the source, the parts go in descending order. Pointers into different
// objects have no order, so that is found by comparing the target with each place behind the start of the source.
//
// Inputs for many bytes (`nondet_mem`), and loads and stores of several scalars at once (structs in registers), go by way of a copy, too. Hidden ones stay whole, and so do those inside of atomic regions and guards. Many parts, or a number that is not known, are a loop.
#include <string.h>

#include "analysis/scalars.h"
#include "base/mem.h"
#include "base/vec.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"
#include "pass/pass_visible.h"

enum { PARTS_MAX = 64, BYTES_MAX = 4096, SCALAR_MAX = 16 };  // beyond: a loop; larger parts have no temporary

typedef struct splitter {
  visibility *seen;
  scalars *forms;
  uint32_t func;  // `inside` is about it
  bitset inside;  // by pc: in an atomic region or a guard
} splitter;

// --- regions ---------------------------------------------------------------------------------------------------------

static int nesting(const ir_instr *i) {
  if (i->op == IR_ATOMIC_BEGIN || i->op == IR_AWAIT_BEGIN) return 1;
  return i->op == IR_ATOMIC_END || i->op == IR_AWAIT ? -1 : 0;
}

typedef struct nest {
  const ir_func_info *f;
  uint32_t *depth;
  bool grew;
} nest;  // by block: least at its begin, +1; 0: not reached

static void reach(nest *n, uint32_t block, uint32_t depth) {
  if (n->depth[block] && n->depth[block] <= depth + 1) return;
  n->depth[block] = depth + 1;
  n->grew = true;
}

static void walk_block(nest *n, uint32_t block, bitset *inside) {
  uint32_t depth = n->depth[block] - 1;
  for (uint32_t k = 0; k < n->f->blocks[block].count; k++) {
    uint32_t pc = n->f->blocks[block].first + k;
    const ir_instr *i = &n->f->code[pc];
    int step = nesting(i);
    if (step > 0)
      depth++;
    else if (step < 0 && depth > 0)
      depth--;
    if (inside && depth > 0) bitset_add(inside, pc);
    for (uint32_t t = 0; t < i->n_targets; t++) reach(n, i->targets[t].id, depth);
  }
}

// What lies in a region on every way through its function. One that was entered by a caller is not known here: parts do no harm there.
static void find_inside(splitter *s, const ir_func_info *f) {
  nest n = {f, MEM_NEW_N(uint32_t, f->n_blocks + 1), false};
  bitset_fini(&s->inside);
  s->inside = bitset_new(f->n_code + 1);
  reach(&n, 1, 0);
  while (n.grew) {
    n.grew = false;
    for (uint32_t b = 1; b <= f->n_blocks; b++)
      if (n.depth[b]) walk_block(&n, b, NULL);
  }
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (n.depth[b]) walk_block(&n, b, &s->inside);
  mem_free(n.depth);
}

// --- one copy or fill ------------------------------------------------------------------------------------------------

typedef struct job {
  ir_module *m;
  const ir_instr *i;
  ir_operand to, with, bytes;  // with: the source, or the value of a fill
  ir_type word, truth, address;
  bool twice;                        // read first, write then
  uint32_t own;                      // IR_OWN_*: the side that others cannot see
  uint32_t word_size;                // of a pointer
  ir_operand temps[SCALAR_MAX + 1];  // by size of the part
} job;

static ir_operand number(job *j, uint64_t n) { return ir_int(j->m, j->word, n); }

static ir_operand compute(job *j, ir_op op, ir_type t, ir_operand a, ir_operand b) {
  return ir_emit_binary(j->m, op, t, a, b, j->i->at);
}

static ir_operand moved(job *j, ir_operand base, ir_operand by) {
  if (by.kind == IR_OPERAND_INT && by.value == 0) return base;
  if (by.kind == IR_OPERAND_INT && base.kind == IR_OPERAND_GLOBAL) {
    ir_global g = {(uint32_t)base.value};
    uint64_t size = ir_type_get(j->m, ir_global_get(j->m, g)->type)->size;
    if (base.offset + by.value <= size) return ir_global_addr(j->m, g, base.offset + by.value);
  }
  return compute(j, IR_PTRADD, j->address, base, by);
}

static void make_temp(job *j, uint32_t size) {
  if (!j->twice || size > SCALAR_MAX || j->temps[size].kind) return;
  ir_type t = ir_type_int(j->m, 8, false, NULL);
  if ((size & (size - 1)) == 0)
    t = ir_type_int(j->m, 8 * size, false, NULL);
  else
    t = ir_type_array(j->m, t, size);
  ir_reg r = ir_reg_new(j->m, NULL, ir_type_ptr(j->m, t), j->i->at);
  ir_operand one = number(j, 1);
  ir_emit(
      j->m,
      &(ir_instr){.op = IR_LOCAL, .flags = IR_UNINIT, .type = t, .dst = r, .args = &one, .n_args = 1, .at = j->i->at});
  j->temps[size] = ir_reg_operand(j->m, r);
}

// What is left in a temporary is no part of a state.
static void clear_temps(job *j) {
  for (uint32_t k = 1; k <= SCALAR_MAX; k++) {
    if (!j->temps[k].kind) continue;
    ir_operand args[] = {j->temps[k], ir_int(j->m, ir_type_int(j->m, 8, false, NULL), 0), number(j, k)};
    ir_emit(j->m, &(ir_instr){.op = IR_FILL, .flags = IR_HIDDEN, .args = args, .n_args = 3, .at = j->i->at});
  }
}

// One of the parts. Those of a word that may hold a pointer say where in the word they lie.
static void emit_part(job *j, ir_operand offset, ir_operand length, uint32_t size, uint32_t place_in_word) {
  ir_operand to = moved(j, j->to, offset), args[3] = {to, j->with, length};
  bool fills = j->i->op == IR_FILL;
  ir_op op = fills ? IR_FILL : IR_COPY;
  uint32_t room = place_in_word ? j->word_size : size;
  if (!fills) args[1] = moved(j, j->with, offset);
  ir_instr part = {.op = op, .sub = place_in_word, .flags = j->own, .args = args, .n_args = 3, .at = j->i->at};
  if (j->twice && !fills && room <= SCALAR_MAX) {
    ir_operand behind = number(j, place_in_word % IR_PART_WORD);
    args[0] = moved(j, j->temps[room], behind);
    part.flags = IR_OWN_TO;
    ir_emit(j->m, &part);
    args[1] = args[0];
    args[0] = to;
    part.flags = IR_OWN_FROM;
  }
  ir_emit(j->m, &part);
}

// --- which order ---------------------------------------------------------------------------------------------------

typedef struct ways {
  ir_block whole, forward, backward, end;
} ways;

static ir_operand is_valid(job *j, ir_operand address) {
  ir_reg r = ir_reg_new(j->m, NULL, j->truth, j->i->at);
  ir_operand args[] = {address, j->bytes};
  ir_emit(
      j->m,
      &(ir_instr){
          .op = IR_VALID, .flags = IR_HIDDEN, .type = j->truth, .dst = r, .args = args, .n_args = 2, .at = j->i->at});
  return ir_reg_operand(j->m, r);
}

// Begins none of the blocks. What is no valid range is left to the operation itself: the violation is its own.
static void choose_way(job *j, const ways *w) {
  ir_block second = ir_block_new(j->m), begin = ir_block_new(j->m), head = ir_block_new(j->m);
  ir_block test = ir_block_new(j->m), next = ir_block_new(j->m);
  ir_reg k = ir_reg_new(j->m, NULL, j->word, j->i->at);
  ir_operand at = ir_reg_operand(j->m, k), one = number(j, 1);
  ir_emit_branch(j->m, is_valid(j, j->to), second, w->whole, j->i->at);
  ir_block_begin(j->m, second);
  ir_emit_branch(j->m, is_valid(j, j->with), begin, w->whole, j->i->at);
  ir_block_begin(j->m, begin);
  ir_emit_to(j->m, k, IR_MOV, &one, 1, j->i->at);
  ir_emit_jump(j->m, head, j->i->at);
  ir_block_begin(j->m, head);
  ir_emit_branch(j->m, compute(j, IR_ULT, j->truth, at, j->bytes), test, w->forward, j->i->at);
  ir_block_begin(j->m, test);
  ir_operand behind = compute(j, IR_PTRADD, j->address, j->with, at);
  ir_emit_branch(j->m, compute(j, IR_EQ, j->truth, j->to, behind), w->backward, next, j->i->at);
  ir_block_begin(j->m, next);
  ir_emit_to(j->m, k, IR_ADD, (ir_operand[]){at, one}, 2, j->i->at);
  ir_emit_jump(j->m, head, j->i->at);
}

// The parts in both orders, by `emit`; goes on behind them.
static void emit_ways(job *j, bool may_overlap, void (*emit)(job *j, void *parts, bool backward), void *parts) {
  if (!may_overlap) {
    emit(j, parts, false);
    return;
  }
  ways w = {ir_block_new(j->m), ir_block_new(j->m), ir_block_new(j->m), ir_block_new(j->m)};
  choose_way(j, &w);
  ir_block_begin(j->m, w.whole);
  ir_emit_void(j->m, IR_COPY, 0, (ir_operand[]){j->to, j->with, j->bytes}, 3, j->i->at);
  ir_emit_jump(j->m, w.end, j->i->at);
  ir_block_begin(j->m, w.backward);
  emit(j, parts, true);
  ir_emit_jump(j->m, w.end, j->i->at);
  ir_block_begin(j->m, w.forward);
  emit(j, parts, false);
  ir_emit_jump(j->m, w.end, j->i->at);
  ir_block_begin(j->m, w.end);
}

// --- parts one by one ------------------------------------------------------------------------------------------------

typedef struct part {
  uint64_t offset;
  uint32_t size, place;
} part;  // place: in a word (IR_PART_WORD), 0: in none
typedef VEC(part) part_vec;

static void emit_list(job *j, void *arg, bool backward) {
  part_vec *parts = arg;
  for (size_t n = 0; n < parts->len; n++) {
    part p = parts->data[backward ? parts->len - 1 - n : n];
    emit_part(j, number(j, p.offset), number(j, p.size), p.size, p.place);
  }
}

// Parts of one word that lies in the range as a whole. `lead`: where in a word the range begins.
static uint32_t place_of(uint32_t word, uint32_t lead, uint64_t offset, uint64_t size, uint64_t bytes) {
  uint32_t behind = (uint32_t)((lead + offset) % word);
  bool inside = size < word && behind + size <= word && offset >= behind && offset - behind + word <= bytes;
  return !inside ? 0 : behind ? behind : IR_PART_WORD;
}

static uint32_t lead_of(const splitter *s, ir_func f, const ir_instr *i, const bool shown[2], uint32_t word) {
  return (uint32_t)(scalars_offset(s->forms, f, &i->args[shown[1] ? 1 : 0]) % word);
}

// What the front end knows of the struct that is copied (doc/ir.md): scalars stay whole, padding belongs to what is before it.
static void keep_scalars(const char *text, uint64_t bytes, bitset *begins) {
  bitset kept = bitset_new(bytes + 1);
  uint64_t first, size;
  bool whole;
  while (scalars_described(&text, &first, &size, &whole)) {
    for (uint64_t k = first; k < bytes && k - first < size; k++)
      if (k == first || (!whole && bitset_has(begins, k))) bitset_add(&kept, k);
  }
  for (uint64_t k = 1; k < bytes; k++) {
    if (bitset_has(&kept, k))
      bitset_add(begins, k);
    else
      bitset_remove(begins, k);
  }
  bitset_fini(&kept);
}

// Are the parts scalars that were declared? Then none is a part of a pointer.
static bool is_certain(const splitter *s, ir_func f, const ir_instr *i, const bool shown[2]) {
  if (i->text && !strchr(i->text, '*')) return true;
  for (uint32_t a = 0; a < 2; a++)
    if (shown[a] && !scalars_known(s->forms, f, &i->args[a])) return false;
  return true;
}

// False: too many.
static bool list_parts(const splitter *s, ir_func f, const ir_instr *i, const bool shown[2], uint32_t word,
                       part_vec *parts) {
  uint64_t bytes = i->args[2].value;
  if (bytes > BYTES_MAX) return false;
  bitset begins = bitset_new(bytes + 1);
  for (uint32_t a = 0; a < 2; a++)
    if (shown[a] && !scalars_known(s->forms, f, &i->args[a])) scalars_begin(s->forms, f, &i->args[a], bytes, &begins);
  if (i->op == IR_COPY && i->text) keep_scalars(i->text, bytes, &begins);
  for (uint32_t a = 0; a < 2; a++)
    if (shown[a] && scalars_known(s->forms, f, &i->args[a])) scalars_begin(s->forms, f, &i->args[a], bytes, &begins);
  uint32_t lead = lead_of(s, f, i, shown, word);
  bool certain = is_certain(s, f, i, shown);
  uint64_t first = 0;
  for (uint64_t k = 1; k <= bytes; k++) {
    if (k < bytes && !bitset_has(&begins, k)) continue;
    uint32_t place_in_word = certain ? 0 : place_of(word, lead, first, k - first, bytes);
    vec_push(parts, ((part){first, (uint32_t)(k - first), place_in_word}));
    first = k;
  }
  bitset_fini(&begins);
  return parts->len <= PARTS_MAX;
}

// --- parts in a loop -------------------------------------------------------------------------------------------------

typedef struct cursor {
  ir_reg reg;
  ir_operand at;
  uint32_t unit, word;
} cursor;  // word: units are parts of words this wide, or no wider

static void set(job *j, const cursor *c, ir_operand v) { ir_emit_to(j->m, c->reg, IR_MOV, &v, 1, j->i->at); }

static void move_on(job *j, const cursor *c, ir_op op, uint32_t by) {
  ir_emit_to(j->m, c->reg, op, (ir_operand[]){c->at, number(j, by)}, 2, j->i->at);
}

// The units of a word, or one unit.
static void emit_units(job *j, const cursor *c, uint32_t wide, bool backward) {
  for (uint32_t k = 0; k < wide; k += c->unit) {
    uint32_t behind = backward ? wide - c->unit - k : k;
    ir_operand offset = behind ? compute(j, IR_ADD, j->word, c->at, number(j, behind)) : c->at;
    emit_part(j, offset, number(j, c->unit), c->unit, wide == c->unit ? 0 : behind ? behind : IR_PART_WORD);
  }
}

// As long as there is room for `wide` bytes.
static void climb(job *j, const cursor *c, uint32_t wide) {
  ir_block head = ir_block_new(j->m), body = ir_block_new(j->m), end = ir_block_new(j->m);
  ir_emit_jump(j->m, head, j->i->at);
  ir_block_begin(j->m, head);
  ir_operand left = compute(j, IR_SUB, j->word, j->bytes, c->at);
  ir_emit_branch(j->m, compute(j, IR_ULE, j->truth, number(j, wide), left), body, end, j->i->at);
  ir_block_begin(j->m, body);
  emit_units(j, c, wide, false);
  move_on(j, c, IR_ADD, wide);
  ir_emit_jump(j->m, head, j->i->at);
  ir_block_begin(j->m, end);
}

// Down to a multiple of `of`.
static void descend(job *j, const cursor *c, uint32_t wide, uint64_t of) {
  ir_block head = ir_block_new(j->m), body = ir_block_new(j->m), end = ir_block_new(j->m);
  ir_emit_jump(j->m, head, j->i->at);
  ir_block_begin(j->m, head);
  ir_operand left = of ? compute(j, IR_AND, j->word, c->at, number(j, of - 1)) : c->at;
  ir_emit_branch(j->m, compute(j, IR_EQ, j->truth, left, number(j, 0)), end, body, j->i->at);
  ir_block_begin(j->m, body);
  move_on(j, c, IR_SUB, wide);
  emit_units(j, c, wide, true);
  ir_emit_jump(j->m, head, j->i->at);
  ir_block_begin(j->m, end);
}

// Words, then units, then what is left; or the other way round.
static void emit_loop(job *j, void *arg, bool backward) {
  cursor *c = arg;
  c->reg = ir_reg_new(j->m, NULL, j->word, j->i->at);
  c->at = ir_reg_operand(j->m, c->reg);
  if (!backward) {
    set(j, c, number(j, 0));
    if (c->word > c->unit) climb(j, c, c->word);
    climb(j, c, c->unit);
    if (c->unit > 1) emit_part(j, c->at, compute(j, IR_SUB, j->word, j->bytes, c->at), c->unit, 0);
    return;
  }
  ir_operand left = compute(j, IR_AND, j->word, j->bytes, number(j, c->unit - 1));
  set(j, c, compute(j, IR_SUB, j->word, j->bytes, left));
  if (c->unit > 1) emit_part(j, c->at, left, c->unit, 0);
  if (c->word > c->unit) descend(j, c, c->unit, c->word);
  descend(j, c, c->word, 0);
}

// --- the pass ------------------------------------------------------------------------------------------------------

static bool draws_many(const ir_module *m, const ir_instr *i) {
  return i->op == IR_NONDET_MEM && !ir_type_is_scalar(m, i->type);
}

// A load or store of many bytes at once: perhaps of a struct that is passed in a register.
static bool is_wide(const ir_module *m, const ir_instr *i) {
  if (i->op != IR_LOAD && (i->op != IR_STORE || i->flags & IR_INIT)) return false;
  const ir_type_info *t = ir_type_get(m, i->type);
  return !(i->flags & IR_ATOMIC) && t->kind != IR_TYPE_PTR && t->size > 1;
}

static bool is_seen(const ir_module *m, const ir_instr *i) {
  if (i->flags & (IR_HIDDEN | IR_INIT)) return false;
  return i->op == IR_COPY || i->op == IR_FILL || draws_many(m, i) || is_wide(m, i);
}

static bool may_overlap(const splitter *s, ir_func f, const ir_instr *i) {
  const bitset *to = points_of(visibility_points(s->seen), f, &i->args[0]);
  const bitset *from = points_of(visibility_points(s->seen), f, &i->args[1]);
  bool any[2] = {false, false};
  for (uint32_t o = 1; o <= points_objects(visibility_points(s->seen)); o++) {
    any[0] |= bitset_has(to, o);
    any[1] |= bitset_has(from, o);
  }
  return !any[0] || !any[1] || bitset_intersects(to, from);
}

static uint32_t unit_of(const splitter *s, ir_func f, const ir_instr *i, const bool shown[2]) {
  uint32_t unit = SCALAR_MAX;
  for (uint32_t a = 0; a < 2; a++) {
    uint32_t u = shown[a] ? scalars_unit(s->forms, f, &i->args[a]) : unit;
    if (u < unit) unit = u;
  }
  return unit;
}

// own: the target [0] or source [1], an object that only this copy knows; NULL: what the instruction says.
static void split(pass_copy *c, const ir_instr *i, const ir_operand *const own[2]) {
  splitter *s = c->arg;
  bool copies = i->op == IR_COPY && !own[0] && !own[1];
  bool shown[2] = {!own[0] && !visibility_hides(s->seen, c->func, &i->args[0]),
                   i->op == IR_COPY && !own[1] && !visibility_hides(s->seen, c->func, &i->args[1])};
  if (!shown[0] && !shown[1]) shown[0] = !own[0], shown[1] = i->op == IR_COPY && !own[1];  // --visible=all
  job j = {.m = c->to,
           .i = i,
           .to = own[0] ? *own[0] : pass_copy_operand(c, i->args[0]),
           .with = own[1] ? *own[1] : pass_copy_operand(c, i->args[1]),
           .bytes = pass_copy_operand(c, i->args[2]),
           .word = ir_type_int(c->to, 64, true, NULL),
           .truth = ir_type_bool(c->to),
           .address = ir_type_ptr(c->to, IR_VOID),
           .twice = shown[0] && shown[1],
           .own = i->op != IR_COPY ? 0 : (shown[0] ? 0 : IR_OWN_TO) | (shown[1] ? 0 : IR_OWN_FROM),
           .word_size = c->from->pointer_bits / 8};
  part_vec parts = {0};
  if (i->args[2].kind == IR_OPERAND_INT && list_parts(s, c->func, i, shown, j.word_size, &parts)) {
    for (size_t k = 0; k < parts.len; k++) make_temp(&j, parts.data[k].place ? j.word_size : parts.data[k].size);
    emit_ways(&j, parts.len > 1 && copies && may_overlap(s, c->func, i), emit_list, &parts);
  } else {
    cursor at = {.unit = unit_of(s, c->func, i, shown)};
    bool aligned = lead_of(s, c->func, i, shown, j.word_size) == 0;
    at.word = aligned && at.unit < j.word_size ? j.word_size : at.unit;
    make_temp(&j, at.unit);
    make_temp(&j, at.word);
    emit_ways(&j, copies && may_overlap(s, c->func, i), emit_loop, &at);
  }
  clear_temps(&j);
  vec_free(&parts);
}

// An object of the frame of the instruction's type, and the way between it and the memory that others see.
typedef struct stop_over {
  ir_operand own, size;
} stop_over;

static stop_over make_stop(pass_copy *c, const ir_instr *i) {
  ir_type word = ir_type_int(c->to, 64, true, NULL);
  ir_operand one = ir_int(c->to, word, 1);
  ir_reg r = ir_reg_new(c->to, NULL, ir_type_ptr(c->to, i->type), i->at);
  ir_emit(c->to,
          &(ir_instr){
              .op = IR_LOCAL, .flags = IR_UNINIT, .type = i->type, .dst = r, .args = &one, .n_args = 1, .at = i->at});
  return (stop_over){ir_reg_operand(c->to, r), ir_int(c->to, word, ir_type_get(c->to, i->type)->size)};
}

// The instruction itself, about that object.
static void emit_there(pass_copy *c, const ir_instr *i, const stop_over *stop) {
  ir_operand args[2] = {stop->own, i->n_args > 1 ? pass_copy_operand(c, i->args[1]) : stop->own};
  ir_instr there = *i;
  there.flags |= IR_HIDDEN;
  there.args = args;
  ir_emit(c->to, &there);
}

static void take_way(pass_copy *c, const ir_instr *i, const stop_over *stop, bool out) {
  ir_operand args[] = {i->args[0], i->args[0], stop->size};
  split(c, &(ir_instr){.op = IR_COPY, .args = args, .n_args = 3, .at = i->at},
        (const ir_operand *const[2]){out ? NULL : &stop->own, out ? &stop->own : NULL});
}

static void go_by(pass_copy *c, const ir_instr *i) {
  stop_over stop = make_stop(c, i);
  bool reads = i->op == IR_LOAD;
  if (reads) take_way(c, i, &stop, false);
  emit_there(c, i, &stop);
  if (!reads) take_way(c, i, &stop, true);
  ir_operand clear[] = {stop.own, ir_int(c->to, ir_type_int(c->to, 8, false, NULL), 0), stop.size};
  ir_emit(c->to, &(ir_instr){.op = IR_FILL, .flags = IR_HIDDEN, .args = clear, .n_args = 3, .at = i->at});
}

static bool before(pass_copy *c, const ir_instr *i) {
  splitter *s = c->arg;
  if (!is_seen(c->from, i)) return false;
  const ir_func_info *f = ir_func_get(c->from, c->func);
  if (s->func != c->func.id) find_inside(s, f);
  s->func = c->func.id;
  if (bitset_has(&s->inside, (size_t)(i - f->code))) return false;
  if (is_wide(c->from, i) && !scalars_several(s->forms, c->func, &i->args[0], ir_type_get(c->from, i->type)->size))
    return false;
  if (i->op == IR_COPY || i->op == IR_FILL)
    split(c, i, (const ir_operand *const[2]){NULL, NULL});
  else
    go_by(c, i);
  return true;
}

static bool wanted(const ir_module *m, uint32_t checks) {
  (void)checks;
  for (uint32_t f = 1; f <= m->n_funcs && m->scheduler == IR_SCHED_INTERLEAVE; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (is_seen(m, &m->funcs[f].code[c])) return true;
  return false;
}

static ir_module *take_apart(const ir_module *m) {
  splitter s = {.seen = visibility_new(m), .inside = bitset_new(1)};
  s.forms = scalars_new(m, visibility_points(s.seen));
  pass_copy c = {.from = m, .before = before, .arg = &s};
  pass_copy_module(&c);
  scalars_free(s.forms);
  visibility_free(s.seen);
  bitset_fini(&s.inside);
  return c.to;
}

const pass pass_parts = {
    .name = "parts",
    .help = "copies and fills that other processes can see are made scalar by scalar",
    .wanted = wanted,
    .run = take_apart,
};
