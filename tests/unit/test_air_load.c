// links: front
// From a path to a module: bad files are diagnostics, .air and .ivl files are found by ending, and every program keeps
// its text form when it is printed and read back.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "front/front.h"
#include "ir/ir_print.h"

static char folder[] = "air_load_XXXXXX";

static void write_file(const char *name, const char *text, size_t len, strbuf *path) {
  sb_clear(path);
  sb_printf(path, "%s/%s", folder, name);
  FILE *f = fopen(sb_text(path), "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(text, 1, len, f), len);
  fclose(f);
}

// What loading says; "" if it gives a module.
static void load(const char *path, strbuf *said) {
  diags *d = diags_new();
  ir_module *m = front_load(path, d);
  assert_true((m == NULL) == (diags_errors(d) > 0));
  ir_module_free(m);
  char *data = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&data, &size);
  diags_print(d, f);
  fclose(f);
  sb_clear(said);
  sb_putn(said, data, size);
  free(data);
  diags_free(d);
}

static const char small_text[] = "air 1\nentry &m\nfunc &m() void {\nb1:\n  return\n}\n";

static void bad_files(void **state) {
  (void)state;
  assert_non_null(mkdtemp(folder));
  static const struct {
    const char *name, *text;
    size_t len;
    const char *message;
  } cases[] = {
      {"a.air", small_text, sizeof small_text - 1, ""},
      {"a.txt", "x", 1, "a.txt: error: unknown kind of file (known endings: .ivl, .dl, .cmin, .c, "},
      {"b.air", "", 0, "b.air: error: the file is empty"},
      {"c.air", "air\0 1", 6, "c.air: error: not a text file: there is a zero byte at offset 3"},
      {"d.air", "air 1\nentry ?\n", 14, "d.air:2:7: error: unknown character '?'\n  entry ?\n        ^\n"},
  };
  strbuf path = {0}, said = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_file(cases[i].name, cases[i].text, cases[i].len, &path);
    load(sb_text(&path), &said);
    if (!*cases[i].message ? said.len != 0 : !strstr(sb_text(&said), cases[i].message))
      fail_msg("%s: %s", cases[i].name, sb_text(&said));
    unlink(sb_text(&path));
  }
  load(folder, &said);
  assert_non_null(strstr(sb_text(&said), "error: cannot be read: is a directory"));
  rmdir(folder);
  load(folder, &said);
  assert_non_null(strstr(sb_text(&said), "error: cannot be read: No such file or directory"));
  sb_fini(&path);
  sb_fini(&said);
  assert_int_equal(mem_live(), 0);
}

static void found_by_ending(void **state) {
  (void)state;
  assert_ptr_equal(front_find("x/y.air"), &front_air);
  assert_ptr_equal(front_find("y.ivl"), &front_ivl);
  assert_null(front_find("ivl"));
  assert_null(front_find("x.ivl.d"));
}

static ir_module *read_air(const strbuf *text) {
  diags *d = diags_new();
  ir_module *m = front_air.parse("again.air", text->text, text->len, d);
  diags_print(d, stderr);
  diags_free(d);
  return m;
}

static bool round_trip(const char *path) {
  diags *d = diags_new();
  ir_module *m = front_load(path, d);
  diags_free(d);
  if (!m) return false;
  strbuf first = {0}, second = {0};
  ir_print(m, &first);
  ir_module *again = read_air(&first);
  if (!again) fail_msg("%s does not read back", path);
  ir_print(again, &second);
  if (strcmp(sb_text(&first), sb_text(&second)) != 0) fail_msg("%s changes", path);
  assert_int_equal(again->uses_time, m->uses_time);
  ir_module_free(m);
  ir_module_free(again);
  sb_fini(&first);
  sb_fini(&second);
  return true;
}

static int round_trips_in(const char *dir) {
  DIR *d = opendir(dir);
  int n = 0;
  if (!d) return 0;
  strbuf path = {0};
  for (struct dirent *e; (e = readdir(d));) {
    if (!str_ends(e->d_name, ".ivl") && !str_ends(e->d_name, ".air")) continue;
    sb_clear(&path);
    sb_printf(&path, "%s/%s", dir, e->d_name);
    n += round_trip(sb_text(&path));
  }
  closedir(d);
  sb_fini(&path);
  return n;
}

static void programs_keep_their_text(void **state) {
  (void)state;
  static const char *const dirs[] = {"/tests/golden/programs",
                                     "/tests/fuzz/corpus/ivl",
                                     "/tests/fuzz/corpus/air",
                                     "/tests/air",
                                     "/tests/ivl/correct",
                                     "/tests/ivl/wrong",
                                     "/examples",
                                     "/tests/regress"};
  int n = 0;
  for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
    strbuf dir = {0};
    sb_printf(&dir, "%s%s", ALLWAYS_SOURCE_DIR, dirs[i]);
    n += round_trips_in(sb_text(&dir));
    sb_fini(&dir);
  }
  assert_true(n >= 3);
  assert_int_equal(mem_live(), 0);
}

// The example of doc/ir.md is what the printer prints.
static void documented_example(void **state) {
  (void)state;
  size_t len;
  const char *why;
  char *doc = file_read(ALLWAYS_SOURCE_DIR "/doc/ir.md", 1 << 20, &len, &why);
  assert_non_null(doc);
  const char *start = strstr(doc, "\n```\nair 1\n");
  assert_non_null(start);
  start += 5;
  const char *end = strstr(start, "```\n");
  assert_non_null(end);
  strbuf text = {0}, printed = {0};
  sb_putn(&text, start, (size_t)(end - start));
  ir_module *m = read_air(&text);
  assert_non_null(m);
  ir_print(m, &printed);
  assert_string_equal(sb_text(&text), sb_text(&printed));
  ir_module_free(m);
  sb_fini(&text);
  sb_fini(&printed);
  mem_free(doc);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_files),
      cmocka_unit_test(found_by_ending),
      cmocka_unit_test(programs_keep_their_text),
      cmocka_unit_test(documented_example),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
