// links: front_air ir
// A module with every operation: print, parse, print is a fixed point; mutated texts never crash.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/vec.h"
#include "front/front.h"
#include "ir/ir_build.h"
#include "ir/ir_print.h"

static const place p1 = {"dir/a b.ivl", 3, 7}, p2 = {"x.h", 1, 1};

typedef struct sample {
  ir_module *m;
  ir_type i1, i8, i32, i64, u64, ptr, rec, wide;
  ir_reg b, c, w, x, y, q, h, wd;
  ir_global g, ev;
  ir_func callee, upd, worker;
  ir_proc proc;
  ir_upd update;
} sample;

static ir_operand reg(sample *s, ir_reg r) { return ir_reg_operand(s->m, r); }

static void to(sample *s, ir_reg dst, ir_op op, ir_operand a, ir_operand b, ir_operand c, uint32_t n) {
  ir_emit_to(s->m, dst, op, (ir_operand[]){a, b, c}, n, p1);
}

static void emit_values(sample *s) {
  ir_module *m = s->m;
  ir_operand x = reg(s, s->x), y = reg(s, s->y), five = ir_int(m, s->i32, 5), minus = ir_int(m, s->i32, (uint64_t)-7);
  ir_operand q = reg(s, s->q), b = reg(s, s->b), none = {0};
  ir_op binary[] = {IR_ADD, IR_SUB,  IR_MUL,  IR_UDIV, IR_SDIV, IR_UREM, IR_SREM,
                    IR_SHL, IR_LSHR, IR_ASHR, IR_AND,  IR_OR,   IR_XOR};
  for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) to(s, s->x, binary[i], y, i % 2 ? five : minus, none, 2);
  ir_op compare[] = {IR_EQ, IR_NE, IR_ULT, IR_ULE, IR_SLT, IR_SLE};
  for (size_t i = 0; i < sizeof compare / sizeof *compare; i++) to(s, s->b, compare[i], x, five, none, 2);
  to(s, s->b, IR_EQ, q, ir_null(m, s->ptr), none, 2);
  to(s, s->q, IR_MOV, ir_null(m, s->ptr), none, none, 1);
  to(s, s->q, IR_MOV, ir_func_addr(m, s->callee), none, none, 1);
  to(s, s->x, IR_NOT, y, none, none, 1);
  to(s, s->x, IR_NEG, y, none, none, 1);
  to(s, s->w, IR_ZEXT, x, none, none, 1);
  to(s, s->w, IR_SEXT, x, none, none, 1);
  to(s, s->c, IR_TRUNC, x, none, none, 1);
  to(s, s->x, IR_SELECT, b, x, five, 3);
  uint64_t limbs[] = {0x123456789abcdef0u, 0x10u, 1u << 3};
  to(s, s->wd, IR_MOV, ir_wide(m, s->wide, limbs), none, none, 1);
  to(s, s->wd, IR_ADD, ir_int(m, s->wide, 3), reg(s, s->wd), none, 2);
}

static void emit_floats(sample *s) {
  ir_module *m = s->m;
  ir_type f32 = ir_type_float(m, 32), f64 = ir_type_float(m, 64);
  ir_operand one = ir_int(m, f64, 0x3ff0000000000000u), x = reg(s, s->x);
  ir_op binary[] = {IR_FADD, IR_FSUB, IR_FMUL, IR_FDIV, IR_FREM};
  for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) ir_emit_binary(m, binary[i], f64, one, one, p1);
  ir_operand narrow = ir_emit_unary(m, IR_FCONV, f32, ir_emit_unary(m, IR_FNEG, f64, one, p1), p1);
  for (uint32_t c = 0; c < IR_FCMP_COUNT; c++)
    ir_emit(m, &(ir_instr){.op = IR_FCMP,
                           .sub = c,
                           .type = s->i1,
                           .dst = s->b,
                           .n_args = 2,
                           .args = (ir_operand[]){narrow, narrow},
                           .at = p1});
  ir_emit_unary(m, IR_FTOS, s->i32, one, p1);
  ir_emit_unary(m, IR_FTOU, s->i32, one, p1);
  ir_emit_unary(m, IR_STOF, f64, x, p1);
  ir_emit_unary(m, IR_UTOF, f64, x, p1);
}

static void emit_memory(sample *s) {
  ir_module *m = s->m;
  ir_operand none = {0}, q = reg(s, s->q), one = ir_int(m, s->i64, 1), five = ir_int(m, s->i32, 5);
  to(s, s->q, IR_PTRADD, ir_global_addr(m, s->g, 4), ir_int(m, s->i64, (uint64_t)-8), none, 2);
  to(s, s->w, IR_PTRDIFF, q, ir_global_addr(m, s->g, 0), none, 2);
  for (uint32_t sub = 0; sub < IR_SEAL_COUNT; sub++)
    ir_emit(m, &(ir_instr){.op = IR_SEAL, .sub = sub, .n_args = 2, .args = (ir_operand[]){q, one}, .at = p1});
  for (uint32_t sub = 0; sub < IR_APART_COUNT; sub++)
    ir_emit(m, &(ir_instr){.op = IR_APART,
                           .sub = sub,
                           .type = s->i1,
                           .dst = s->b,
                           .n_args = 4,
                           .args = (ir_operand[]){q, one, q, one},
                           .at = p1});
  to(s, s->w, IR_PTRTOINT, q, none, none, 1);
  to(s, s->q, IR_INTTOPTR, reg(s, s->w), none, none, 1);
  to(s, s->x, IR_LOAD, q, none, none, 1);
  ir_emit_store(m, s->i32, q, five, p1);
  for (uint32_t r = 0; r < IR_RMW_COUNT; r++) ir_emit_rmw(m, (ir_rmw)r, s->i32, q, five, p2);
  ir_emit(
      m,
      &(ir_instr){
          .op = IR_RMW, .sub = IR_RMW_XCHG, .type = s->i32, .dst = s->x, .n_args = 2, .args = (ir_operand[]){q, five}});
  to(s, s->x, IR_CAS, q, five, reg(s, s->y), 3);
  ir_emit_void(m, IR_COPY, 0, (ir_operand[]){q, q, one}, 3, p1);
  ir_emit_void(m, IR_FILL, 0, (ir_operand[]){q, ir_int(m, s->i8, 'a'), one}, 3, p1);
  ir_emit(m, &(ir_instr){.op = IR_LOCAL, .type = s->rec, .dst = s->q, .n_args = 1, .args = &one, .at = p1});
  ir_emit_value(m, IR_NEW, ir_type_array(m, s->rec, 3), &one, 1, p1);
  ir_emit_void(m, IR_FREE, 0, &q, 1, p1);
  to(s, s->w, IR_SIZE, q, none, none, 1);
  ir_emit_value(m, IR_VALID, ir_type_bool(m), (ir_operand[]){q, one}, 2, p1);
  ir_emit_value(m, IR_SHADOW, s->rec, &q, 1, p1);
  ir_emit(m, &(ir_instr){.op = IR_RMW,
                         .sub = IR_RMW_ADD,
                         .flags = IR_ATOMIC | IR_HIDDEN,
                         .type = s->i32,
                         .n_args = 2,
                         .args = (ir_operand[]){q, five}});
  ir_emit(m, &(ir_instr){
                 .op = IR_NEW, .flags = IR_UNINIT, .type = s->rec, .dst = s->q, .n_args = 1, .args = &one, .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_END, .n_args = 1, .args = &q, .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_NEW,
                         .sub = 6,
                         .flags = IR_UNINIT,
                         .type = s->rec,
                         .dst = s->q,
                         .n_args = 1,
                         .args = &one,
                         .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_NONDET_MEM, .type = s->rec, .n_args = 1, .args = &q, .text = "in \"q\"\n\x01\x7f"});
}

static void emit_kernel(sample *s) {
  ir_module *m = s->m;
  ir_operand ev = ir_global_addr(m, s->ev, 0), t = ir_int(m, s->u64, 9), h = reg(s, s->h), b = reg(s, s->b);
  ir_operand pair[] = {ev, t}, events[] = {ev, ev, t}, q = reg(s, s->q);
  ir_emit_to(m, s->w, IR_TIME, NULL, 0, p1);
  ir_emit_void(m, IR_STOP, 0, NULL, 0, p1);
  ir_emit_void(m, IR_WAIT, 0, NULL, 0, p1);
  ir_emit_void(m, IR_WAIT, 0, events, 2, p1);
  ir_emit_void(m, IR_WAIT, IR_WAIT_ALL, events, 2, p1);
  ir_emit_void(m, IR_WAIT, IR_WAIT_TIMEOUT, &t, 1, p1);
  ir_emit(m, &(ir_instr){.op = IR_WAIT, .sub = 3, .type = s->i1, .dst = s->b, .n_args = 3, .args = events, .at = p1});
  ir_emit_void(m, IR_NOTIFY, 0, &ev, 1, p1);
  ir_emit_void(m, IR_NOTIFY_AFTER, 0, pair, 2, p1);
  ir_emit_void(m, IR_CANCEL, 0, &ev, 1, p1);
  ir_operand proc = ir_proc_operand(m, s->proc), five = ir_int(m, s->i32, 5);
  ir_op on_process[] = {IR_SUSPEND, IR_RESUME, IR_DISABLE, IR_ENABLE, IR_KILL, IR_RESET, IR_JOIN};
  for (size_t i = 0; i < sizeof on_process / sizeof *on_process; i++)
    ir_emit_void(m, on_process[i], 0, i % 2 ? &h : &proc, 1, p1);
  ir_operand upd = ir_upd_operand(m, s->update);
  ir_emit_void(m, IR_REQUEST_UPDATE, 0, (ir_operand[]){upd, q}, 2, p1);
  ir_emit_to(m, s->h, IR_SPAWN, (ir_operand[]){ir_func_addr(m, s->worker), five}, 2, p1);
  ir_emit_void(m, IR_SPAWN, 0, (ir_operand[]){q, five}, 2, p1);
  ir_emit_to(m, s->h, IR_SELF, NULL, 0, p1);
  ir_op on_address[] = {IR_LOCK, IR_UNLOCK};
  for (size_t i = 0; i < sizeof on_address / sizeof *on_address; i++) ir_emit_void(m, on_address[i], 0, &q, 1, p1);
  ir_emit_to(m, s->b, IR_TRYLOCK, &q, 1, p1);
  ir_emit_to(m, s->b, IR_HOLDS, &q, 1, p1);
  for (uint32_t sub = 0; sub < IR_LIFE_COUNT; sub++)
    ir_emit(m, &(ir_instr){.op = IR_LIFE, .sub = sub, .n_args = 1, .args = &q, .text = "f", .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_DETACH, .n_args = 1, .args = &h, .text = "g", .at = p1});
  ir_op bare[] = {IR_AWAIT_BEGIN, IR_ATOMIC_BEGIN, IR_ATOMIC_END, IR_STEP};
  for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) ir_emit_void(m, bare[i], 0, NULL, 0, p1);
  ir_emit_void(m, IR_AWAIT, 0, &b, 1, p1);
}

// Every ordering at every operation that may have it.
static void emit_orderings(sample *s) {
  ir_module *m = s->m;
  ir_operand q = reg(s, s->q), five = ir_int(m, s->i32, 5), b = reg(s, s->b), args[] = {q, five, five};
  for (uint8_t o = 0; o < IR_ORDERING_COUNT; o++) {
    for (uint8_t f = 0; f < IR_ORDERING_COUNT; f++) {
      ir_instr each[] = {{.op = IR_LOAD, .flags = IR_ATOMIC, .type = s->i32, .dst = s->x, .n_args = 1, .args = args},
                         {.op = IR_STORE, .flags = IR_ATOMIC | IR_HIDDEN, .type = s->i32, .n_args = 2, .args = args},
                         {.op = IR_RMW,
                          .sub = IR_RMW_XCHG,
                          .flags = IR_ATOMIC,
                          .type = s->i32,
                          .dst = s->x,
                          .n_args = 2,
                          .args = args},
                         {.op = IR_CAS, .flags = IR_ATOMIC, .type = s->i32, .dst = s->x, .n_args = 3, .args = args},
                         {.op = IR_FENCE}};
      for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        each[i].ordering = o;
        each[i].failure = f;
        each[i].at = p1;
        if (ir_may_have_ordering(&each[i])) ir_emit(m, &each[i]);
      }
    }
  }
  for (uint32_t sub = 0; sub <= IR_RELAX_WRITES; sub++) ir_emit_void(m, IR_RELAX, sub, &b, 1, p1);
}

static void emit_design(sample *s) {
  ir_module *m = s->m;
  ir_operand h = reg(s, s->h), q = reg(s, s->q), five = ir_int(m, s->i32, 5), t = ir_int(m, s->i64, 9);
  ir_operand worker[] = {ir_func_addr(m, s->worker), five}, listed[] = {h, q, five}, events[] = {q, five, t};
  ir_operand stated[] = {q, q, q, t};
  ir_emit_void(m, IR_SPAWN, IR_SPAWN_METHOD, worker, 2, p1);
  ir_emit_void(m, IR_ARM, 0, listed, 3, p1);
  for (uint32_t sub = IR_WAIT_ARRAY; sub < 8; sub++)
    ir_emit_void(m, IR_WAIT, sub, events, sub & IR_WAIT_TIMEOUT ? 3 : 2, p1);
  ir_emit_to(m, s->q, IR_SELF, NULL, 0, p1);
  ir_emit_to(m, s->b, IR_WAITED, &q, 1, p1);
  ir_emit_to(m, s->w, IR_DELTA, NULL, 0, p1);
  ir_emit_to(m, s->w, IR_ACTIVITY, NULL, 0, p1);
  ir_emit_to(m, s->b, IR_TRIGGERED, &q, 1, p1);
  ir_emit_to(m, s->b, IR_PENDING, &q, 1, p1);
  ir_emit_void(m, IR_RESERVE, 0, &t, 1, p1);
  ir_emit_void(m, IR_SWITCH_TO, 0, &h, 1, p1);
  ir_emit_void(m, IR_PAUSE, 0, NULL, 0, p1);
  ir_emit(m, &(ir_instr){.op = IR_DECLARE, .n_args = 4, .args = stated, .text = "signal", .at = p1});
  ir_emit_void(m, IR_BOUND, 0, stated, 2, p1);
  ir_emit_void(m, IR_SENSITIVE, 0, listed, 2, p1);
  ir_emit_void(m, IR_NAME, 0, listed, 2, p1);
  ir_emit_void(m, IR_WRITE, 0, (ir_operand[]){five, q, t}, 3, p1);
}

static void emit_rest(sample *s) {
  ir_module *m = s->m;
  ir_operand b = reg(s, s->b), x = reg(s, s->x), five = ir_int(m, s->i32, 5);
  ir_emit_void(m, IR_ASSUME, 0, &b, 1, p1);
  for (uint32_t c = 0; c < IR_CHECK_COUNT; c++) ir_emit_check(m, (ir_check)c, b, c % 2 ? NULL : "says \\ \"so\"", p1);
  ir_emit(m, &(ir_instr){.op = IR_NONDET, .type = s->i32, .dst = s->x, .text = "x", .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_OUTPUT, .n_args = 2, .args = (ir_operand[]){x, b}, .text = "{} {}\n", .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_OUTPUT, .text = ""});
  ir_block k[8];
  for (int i = 0; i < 8; i++) k[i] = ir_block_new(m);
  ir_operand args[] = {ir_func_addr(m, s->callee), five, x};
  ir_emit(m, &(ir_instr){.op = IR_CALL, .type = s->i32, .dst = s->x, .n_args = 3, .args = args, .at = p1});
  ir_emit(m, &(ir_instr){.op = IR_CALL, .n_args = 3, .args = args, .n_targets = 1, .targets = &k[7], .at = p1});
  args[0] = reg(s, s->q);
  ir_emit(m, &(ir_instr){.op = IR_CALL, .n_args = 3, .args = args, .at = p1});
  ir_emit_branch(m, b, k[1], k[0], p1);
  ir_block_begin(m, k[0]);
  ir_operand cases[] = {x, five, ir_int(m, s->i32, 6)};
  ir_emit(m, &(ir_instr){.op = IR_SWITCH, .n_args = 3, .args = cases, .n_targets = 3, .targets = &k[1], .at = p1});
  ir_block_begin(m, k[2]);
  ir_emit_jump(m, k[3], p1);
  ir_block_begin(m, k[7]);
  ir_emit_to(m, s->q, IR_LANDING, NULL, 0, p1);
  ir_operand q = reg(s, s->q);
  ir_emit_void(m, IR_THROW, 0, &q, 1, p1);
  ir_block_begin(m, k[3]);
  ir_emit_unsupported(m, "inline assembly", p2);
  ir_block_begin(m, k[1]);
  ir_emit_void(m, IR_EXIT, 0, NULL, 0, p1);
  ir_block_begin(m, k[4]);
  ir_emit_void(m, IR_UNREACHABLE, 0, NULL, 0, PLACE_NONE);
  ir_block_begin(m, k[6]);
  ir_emit_void(m, IR_HALT, 0, NULL, 0, p1);
  ir_block_begin(m, k[5]);
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, p1);
}

static void make_types(sample *s) {
  ir_module *m = s->m;
  s->i1 = ir_type_bool(m);
  s->i8 = ir_type_char(m);
  s->i32 = ir_type_int(m, 32, true, "int");
  s->i64 = ir_type_int(m, 64, true, NULL);
  s->u64 = ir_type_int(m, 64, false, "unsigned long");
  s->wide = ir_type_int(m, 132, true, NULL);
  s->rec = ir_type_record_declare(m, "node");
  ir_type twin = ir_type_record_declare(m, "node"), opaque = ir_type_record_declare(m, "\xc3\xa9 {x}");
  s->ptr = ir_type_ptr(m, s->rec);
  ir_field inner[] = {
      {"v", s->i32, 0, false}, {"f", ir_type_float(m, 64), 0, false}, {NULL, ir_type_ptr(m, opaque), 0, false}};
  assert_true(ir_type_record_define(m, twin, inner, 3));
  ir_field fields[] = {
      {"next", s->ptr, 0, false}, {"in", ir_type_array(m, twin, 2), 8, false}, {"e", ir_type_event(m), 60, false}};
  assert_true(ir_type_record_define_at(m, s->rec, fields, 3, 64, 8));
}

static void make_globals(sample *s) {
  ir_module *m = s->m;
  s->ev = ir_global_add(m, "e", ir_type_event(m), p1);
  ir_global_align(m, s->ev, 8);
  s->g = ir_global_add(m, "data", ir_type_array(m, s->i32, 4), p2);
  ir_global_init(m, s->g, 8, ir_int(m, s->i32, (uint64_t)-1));
  ir_global_init(m, s->g, 0, ir_int(m, s->i32, 42));
  ir_global_flags(m, s->g, true, false, true);
  ir_global same = ir_global_add(m, "data", s->ptr, PLACE_NONE);
  ir_global_init(m, same, 0, ir_global_addr(m, s->g, 8));
  ir_global_flags(m, same, false, true, false);
  ir_global fp = ir_global_add(m, "strange name#2\"", ir_type_ptr(m, IR_VOID), p1);
  ir_global_init(m, fp, 0, ir_func_addr(m, s->callee));
  ir_global fl = ir_global_add(m, "fl", ir_type_float(m, 64), p1);
  ir_global_init(m, fl, 0, ir_int(m, ir_type_float(m, 64), 0x3ff0000000000000u));
}

static void make_small_functions(sample *s) {
  ir_module *m = s->m;
  ir_func_begin(m, s->callee);
  ir_reg a = ir_param(m, "a", s->i32, p1);
  ir_param(m, NULL, s->i32, p1);
  ir_block_begin(m, ir_block_new(m));
  ir_operand v = ir_reg_operand(m, a);
  ir_emit_void(m, IR_RETURN, 0, &v, 1, p1);
  ir_func_end(m);
  ir_func_begin(m, s->worker);
  ir_param(m, "a", s->i32, p1);
  ir_block_begin(m, ir_block_new(m));
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, p1);
  ir_func_end(m);
  ir_func_begin(m, s->upd);
  ir_param(m, "channel", s->ptr, p1);
  ir_block_begin(m, ir_block_new(m));
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, p1);
  ir_func_end(m);
}

static ir_module *every_operation(void) {
  sample s = {.m = ir_module_new("ivl", IR_SCHED_INTERLEAVE, 64)};
  ir_module *m = s.m;
  ir_add_source(m, "dir/a b.ivl", "main {\n\tassert 1;\n}\r\nlast \"line\"", 32);
  ir_add_source(m, "x.h", "", 0);
  ir_set_properties(m, "assert,bounds");
  make_types(&s);
  s.callee = ir_func_declare(m, "callee", s.i32, p1);
  s.upd = ir_func_declare(m, "upd", IR_VOID, p2);
  s.worker = ir_func_declare(m, "callee", IR_VOID, p1);
  ir_func run = ir_func_declare(m, "T", IR_VOID, p1), entry = ir_func_declare(m, "main", IR_VOID, PLACE_NONE);
  make_globals(&s);
  s.proc = ir_proc_add(m, "T", run, true, p1);
  ir_proc_observes(m, ir_proc_add(m, "T", run, false, p1));
  s.update = ir_upd_add(m, "upd", s.upd, p1);
  ir_set_entry(m, entry);
  make_small_functions(&s);
  ir_func_begin(m, run);
  s.x = ir_reg_new(m, "x", s.i32, p1);
  s.y = ir_reg_new(m, "x", s.i32, p2);
  s.b = ir_reg_new(m, NULL, s.i1, p1);
  s.c = ir_reg_new(m, NULL, s.i8, p1);
  s.w = ir_reg_new(m, "7", s.i64, p1);
  s.q = ir_reg_new(m, "q", s.ptr, PLACE_NONE);
  s.h = ir_reg_new(m, NULL, ir_type_int(m, 32, true, NULL), p1);
  s.wd = ir_reg_new(m, NULL, s.wide, p1);
  ir_block_begin(m, ir_block_new(m));
  emit_values(&s);
  emit_floats(&s);
  emit_memory(&s);
  emit_kernel(&s);
  emit_orderings(&s);
  emit_design(&s);
  emit_rest(&s);
  ir_func_end(m);
  ir_func_begin(m, entry);
  ir_block_begin(m, ir_block_new(m));
  ir_operand bound = ir_int(m, s.i64, 100);
  ir_emit_void(m, IR_START, IR_START_IVL, NULL, 0, p1);
  ir_emit_void(m, IR_START, IR_START_SYSTEMC, &bound, 1, p1);
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, p1);
  ir_func_end(m);
  const char *why;
  if (!ir_freeze(m, &why)) fail_msg("%s", why);
  return m;
}

static ir_module *parse(const char *text, size_t len, bool must) {
  diags *d = diags_new();
  diags_add_source(d, "t.air", text, len);
  ir_module *m = front_air.parse("t.air", text, len, d);
  if (must && !m) diags_print(d, stderr);
  if (!m) assert_true(diags_errors(d) > 0);
  diags_free(d);
  return m;
}

static void uses_every_operation(void **state) {
  (void)state;
  ir_module *m = every_operation();
  bool seen[IR_OP_COUNT] = {false};
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++) seen[m->funcs[f].code[i].op] = true;
  for (int op = 0; op < IR_OP_COUNT; op++)
    if (!seen[op]) fail_msg("%s is not in the sample", ir_op_text((ir_op)op));
  ir_module_free(m);
}

static void print_parse_print(void **state) {
  (void)state;
  ir_module *m = every_operation();
  strbuf first = {0}, second = {0};
  ir_print(m, &first);
  ir_module *again = parse(first.text, first.len, true);
  assert_non_null(again);
  ir_print(again, &second);
  assert_string_equal(sb_text(&first), sb_text(&second));
  // What the text does not show directly.
  assert_true(again->uses_time);
  assert_int_equal(again->n_sources, 2);
  assert_int_equal(again->sources[0].len, m->sources[0].len);
  assert_memory_equal(again->sources[0].text, m->sources[0].text, m->sources[0].len);
  assert_true(again->funcs[2].is_update);
  assert_int_equal(again->entry.id, m->entry.id);
  assert_int_equal(again->funcs[1].regs[1].at.line, 3);
  assert_string_equal(again->funcs[1].regs[1].at.file, "dir/a b.ivl");
  assert_true(again->procs[1].dont_initialize && !again->procs[2].dont_initialize);
  ir_module_free(m);
  ir_module_free(again);
  sb_fini(&first);
  sb_fini(&second);
  assert_int_equal(mem_live(), 0);
}

static void stored_text_is_current(void **state) {
  (void)state;
  ir_module *m = every_operation();
  strbuf text = {0};
  ir_print(m, &text);
  size_t len;
  const char *why;
  char *stored = file_read(ALLWAYS_SOURCE_DIR "/tests/air/every_operation.air", 1 << 20, &len, &why);
  assert_non_null(stored);
  assert_string_equal(stored, sb_text(&text));
  mem_free(stored);
  sb_fini(&text);
  ir_module_free(m);
}

// Bytes are replaced, doubled, cut out and lines swapped; whatever comes out is a module or a diagnostic, and a module
// prints to a fixed point.
static void mutate(rng *r, strbuf *text) {
  static const char bits[] = "%@&$~{}[]()*,:='\"!#+->.\\\n 0179abfx";
  for (uint64_t n = 1 + rng_below(r, 4); n; n--) {
    size_t at = rng_below(r, text->len), len = 1 + rng_below(r, 12);
    if (at + len > text->len) len = text->len - at;
    uint64_t what = rng_below(r, 4);
    if (what == 0) {
      text->text[at] = bits[rng_below(r, sizeof bits - 1)];
    } else if (what == 1) {
      memmove(text->text + at, text->text + at + len, text->len - at - len);
      text->len -= len;
    } else if (what == 2) {
      size_t from = rng_below(r, text->len - len + 1);
      memmove(text->text + at, text->text + from, len);
    } else {
      text->text[at] = (char)rng_below(r, 256);
    }
    if (text->len < 20) return;
  }
}

static void mutations_do_not_crash(void **state) {
  (void)state;
  ir_module *m = every_operation();
  strbuf good = {0};
  ir_print(m, &good);
  ir_module_free(m);
  rng r = rng_new(1);
  int modules = 0;
  for (int i = 0; i < 2000; i++) {
    strbuf text = {0}, first = {0}, second = {0};
    sb_putn(&text, good.text, good.len);
    mutate(&r, &text);
    ir_module *a = parse(text.text, text.len, false);
    if (a) {
      modules++;
      ir_print(a, &first);
      ir_module *b = parse(first.text, first.len, true);
      assert_non_null(b);
      ir_print(b, &second);
      assert_string_equal(sb_text(&first), sb_text(&second));
      ir_module_free(b);
    }
    ir_module_free(a);
    sb_fini(&text);
    sb_fini(&first);
    sb_fini(&second);
  }
  assert_true(modules > 20);
  sb_fini(&good);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "--print")) {  // refreshes tests/air/every_operation.air
    strbuf text = {0};
    ir_module *m = every_operation();
    ir_print(m, &text);
    fputs(sb_text(&text), stdout);
    sb_fini(&text);
    ir_module_free(m);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uses_every_operation),
      cmocka_unit_test(print_parse_print),
      cmocka_unit_test(stored_text_is_current),
      cmocka_unit_test(mutations_do_not_crash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
