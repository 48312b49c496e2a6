// links: ir
// Types, builder, freezing and the checker of whole modules.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "ir/ir_build.h"
#include "ir/ir_print.h"

static const place here = {"t.ivl", 3, 7};

static void types_are_interned(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  ir_type i32 = ir_type_int(m, 32, true, NULL), named = ir_type_int(m, 32, true, "int");
  assert_int_equal(i32.id, ir_type_int(m, 32, true, NULL).id);
  assert_int_not_equal(i32.id, named.id);
  assert_int_not_equal(i32.id, ir_type_int(m, 32, false, NULL).id);
  assert_true(ir_types_agree(m, i32, named));
  assert_false(ir_types_agree(m, i32, ir_type_int(m, 31, true, NULL)));
  assert_true(ir_types_agree(m, ir_type_ptr(m, i32), ir_type_ptr(m, IR_VOID)));
  assert_false(ir_types_agree(m, ir_type_float(m, 32), i32));
  assert_int_equal(ir_type_array(m, i32, 3).id, ir_type_array(m, i32, 3).id);
  assert_string_equal(ir_type_text(m, ir_type_ptr(m, ir_type_array(m, named, 3))), "int[3]*");
  assert_int_equal(ir_type_get(m, ir_type_int(m, 17, false, NULL))->size, 4);
  assert_int_equal(ir_type_get(m, ir_type_int(m, 300, false, NULL))->size, 64);
  assert_int_equal(ir_type_get(m, ir_type_int(m, 300, false, NULL))->align, 16);
  assert_int_equal(ir_type_get(m, ir_type_ptr(m, i32))->size, 8);
  assert_false(ir_array_fits(m, i32, UINT64_MAX / 2));
  assert_false(ir_array_fits(m, IR_VOID, 1));
  ir_module_free(m);
  assert_int_equal(mem_live(), 0);
}

static void records_have_natural_layout(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 32);
  ir_type r = ir_type_record_declare(m, "node"), other = ir_type_record_declare(m, "node");
  assert_int_not_equal(r.id, other.id);
  assert_false(ir_type_is_complete(m, r));
  ir_field self[] = {{"itself", r, 0, false}};
  assert_false(ir_type_record_define(m, r, self, 1));
  ir_field fields[] = {{"c", ir_type_char(m), 0, false},
                       {"v", ir_type_int(m, 64, true, NULL), 0, false},
                       {"next", ir_type_ptr(m, r), 0, false}};
  assert_true(ir_type_record_define(m, r, fields, 3));
  assert_false(ir_type_record_define(m, r, fields, 3));
  const ir_type_info *t = ir_type_get(m, r);
  assert_int_equal(t->fields[1].offset, 8);
  assert_int_equal(t->fields[2].offset, 16);
  assert_int_equal(t->size, 24);
  ir_field wrong[] = {{"a", ir_type_char(m), 4, false}, {"b", ir_type_char(m), 2, false}};
  assert_false(ir_type_record_define_at(m, other, wrong, 2, 8, 1));
  assert_false(ir_type_record_define_at(m, other, wrong, 1, 4, 1));
  assert_false(ir_type_record_define_at(m, other, wrong, 1, 8, 3));
  assert_true(ir_type_record_define_at(m, other, wrong, 1, 8, 2));
  ir_type empty = ir_type_record_declare(m, NULL);
  assert_true(ir_type_record_define(m, empty, NULL, 0));
  assert_int_equal(ir_type_get(m, empty)->size, 1);
  ir_module_free(m);
}

static void blocks_are_numbered_by_beginning(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  ir_func f = ir_func_declare(m, "main", IR_VOID, here);
  ir_set_entry(m, f);
  ir_func_begin(m, f);
  ir_block last = ir_block_new(m), unused = ir_block_new(m), first = ir_block_new(m);
  (void)unused;
  ir_block_begin(m, first);
  assert_false(ir_block_ended(m));
  ir_operand t = ir_emit_value(m, IR_TIME, ir_type_int(m, 64, false, NULL), NULL, 0, here);
  ir_operand c = ir_emit_binary(m, IR_EQ, ir_type_bool(m), t, ir_int(m, t.type, 5), here);
  ir_emit_branch(m, c, last, last, here);
  assert_true(ir_block_ended(m));
  ir_block_begin(m, last);
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, here);
  ir_func_end(m);
  const char *why = "";
  assert_true(ir_freeze(m, &why));
  assert_null(why);
  const ir_func_info *info = ir_func_get(m, f);
  assert_int_equal(info->n_blocks, 2);
  assert_int_equal(info->blocks[1].first, 0);
  assert_int_equal(info->blocks[1].count, 3);
  assert_int_equal(info->blocks[2].count, 1);
  assert_int_equal(info->code[2].targets[0].id, 2);
  assert_true(m->uses_time);
  assert_true(info->regs[1].is_temp);
  ir_module_free(m);
}

static void same_width_conversion_is_a_move(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  ir_func f = ir_func_declare(m, "main", IR_VOID, here);
  ir_set_entry(m, f);
  ir_func_begin(m, f);
  ir_reg x = ir_reg_new(m, "x", ir_type_int(m, 32, true, "int"), here);
  ir_block_begin(m, ir_block_new(m));
  ir_emit_unary(m, IR_SEXT, ir_type_int(m, 32, false, NULL), ir_reg_operand(m, x), here);
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, here);
  ir_func_end(m);
  const char *why;
  assert_true(ir_freeze(m, &why));
  assert_int_equal(ir_func_get(m, f)->code[0].op, IR_MOV);
  ir_module_free(m);
}

static void constants_are_truncated(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  assert_int_equal(ir_int(m, ir_type_int(m, 8, true, NULL), 0x1ff).value, 0xff);
  uint64_t limbs[] = {~0ull, ~0ull};
  ir_operand w = ir_wide(m, ir_type_int(m, 70, true, NULL), limbs);
  assert_int_equal(w.kind, IR_OPERAND_WIDE);
  assert_int_equal(w.limbs[1], 0x3f);
  assert_int_equal(ir_wide(m, ir_type_int(m, 12, true, NULL), limbs).value, 0xfff);
  assert_int_equal(ir_int(m, ir_type_int(m, 128, true, NULL), 7).limbs[0], 7);
  ir_module_free(m);
}

static void a_block_never_begun_is_an_error(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  ir_func f = ir_func_declare(m, "main", IR_VOID, here);
  ir_set_entry(m, f);
  ir_func_begin(m, f);
  ir_block a = ir_block_new(m), b = ir_block_new(m);
  ir_block_begin(m, a);
  ir_emit_jump(m, b, here);
  ir_func_end(m);
  const char *why;
  assert_false(ir_freeze(m, &why));
  assert_non_null(strstr(why, "never begun"));
  ir_module_free(m);
}

static void problems_are_told_before_emitting(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  ir_type i32 = ir_type_int(m, 32, true, "int"), i8 = ir_type_char(m);
  ir_func f = ir_func_declare(m, "main", IR_VOID, here);
  ir_func_begin(m, f);
  ir_reg x = ir_reg_new(m, "x", i32, here);
  ir_instr add = {.op = IR_ADD, .type = i32, .dst = x, .n_args = 2};
  ir_operand same[] = {ir_reg_operand(m, x), ir_int(m, i32, 1)}, mixed[] = {ir_reg_operand(m, x), ir_int(m, i8, 1)};
  add.args = same;
  assert_non_null(strstr(ir_emit_problem(m, &add), "no block is open"));
  ir_block_begin(m, ir_block_new(m));
  assert_null(ir_emit_problem(m, &add));
  add.args = mixed;
  assert_string_equal(ir_emit_problem(m, &add), "operand 2 has type char where int is needed");
  add.args = same;
  add.n_args = 1;
  assert_string_equal(ir_emit_problem(m, &add), "1 operand where 2 are needed");
  add.n_args = 2;
  add.dst.id = 0;
  assert_string_equal(ir_emit_problem(m, &add), "it needs a result register");
  ir_module_free(m);
}

static void source_lines_are_found(void **state) {
  (void)state;
  ir_module *m = ir_module_new("ivl", IR_SCHED_SYSTEMC, 64);
  ir_add_source(m, "t.ivl", "one\r\ntwo\n\nfour", 14);
  size_t len;
  assert_memory_equal(ir_source_line(m, (place){"t.ivl", 1, 1}, &len), "one", 3);
  assert_int_equal(len, 3);
  assert_memory_equal(ir_source_line(m, (place){"t.ivl", 4, 1}, &len), "four", 4);
  assert_int_equal(len, 4);
  assert_non_null(ir_source_line(m, (place){"t.ivl", 3, 1}, &len));
  assert_int_equal(len, 0);
  assert_null(ir_source_line(m, (place){"t.ivl", 5, 1}, &len));
  assert_null(ir_source_line(m, (place){"u.ivl", 1, 1}, &len));
  ir_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_are_interned),
      cmocka_unit_test(records_have_natural_layout),
      cmocka_unit_test(blocks_are_numbered_by_beginning),
      cmocka_unit_test(same_width_conversion_is_a_move),
      cmocka_unit_test(constants_are_truncated),
      cmocka_unit_test(a_block_never_begun_is_an_error),
      cmocka_unit_test(problems_are_told_before_emitting),
      cmocka_unit_test(source_lines_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
