#include "cross/prints.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cross/outcome.h"
#include "front/front.h"
#include "replay/enumerate.h"

enum { MAX_STEPS = 200000, MAX_PROCS = 4096 };

typedef struct listener {
  char *expected;  // plain
  strbuf text;     // of this run
  outcome_set texts;
  bool found, stuck;
} listener;

static void hear(void *arg, int stream, const char *text, size_t n) {
  (void)n;
  if (stream == 1) sb_puts(&((listener *)arg)->text, text);
}

// Without blanks at the ends of lines, empty lines, and lines that name sources of the library.
static char *plain(const char *text) {
  strbuf out = {0};
  while (*text) {
    size_t len = strcspn(text, "\n"), kept = len;
    while (kept && strchr(" \t\r", text[kept - 1])) kept--;
    bool skip = kept == 0 || (kept >= 9 && strncmp(text, "In file: ", 9) == 0);
    if (!skip) {
      sb_putn(&out, text, kept);
      sb_putc(&out, '\n');
    }
    text += len + (text[len] == '\n');
  }
  return sb_take(&out);
}

static void end_of_run(void *arg, const machine *m) {
  listener *l = arg;
  machine_status s = machine_get_status(m);
  if (s == MACHINE_LIMIT || s == MACHINE_UNSUPPORTED || s == MACHINE_RUNNING) l->stuck = true;
  char *text = plain(sb_text(&l->text));
  outcome_add(&l->texts, text, 1);
  if (strcmp(text, l->expected) == 0) l->found = true;
  mem_free(text);
  sb_clear(&l->text);
}

// The order of the reference library is one of the schedules.
static void run_reference_order(const ir_module *ir, const machine_options *o, listener *l) {
  machine *m = machine_new(ir, o);
  uint32_t *procs = MEM_NEW_N(uint32_t, MAX_PROCS);
  for (uint32_t n = 0; n < MAX_STEPS && machine_get_status(m) == MACHINE_RUNNING; n++) {
    size_t k = machine_ready_order(m, procs, MAX_PROCS);
    if (k == 0) k = machine_enabled(m, procs, MAX_PROCS);
    machine_step(m, procs[0]);
  }
  end_of_run(l, m);
  mem_free(procs);
  machine_free(m);
}

ir_module *prints_read_program(const char *path) {
  size_t len = 0;
  const char *why = "";
  char *text = file_read(path, (size_t)1 << 28, &len, &why);
  if (!text) return NULL;
  diags *d = diags_new();
  ir_module *m = front_air.parse(path, text, len, d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  mem_free(text);
  return m;
}

bool prints_among(const char *program, const char *expected, uint64_t max_runs) {
  size_t len = 0;
  const char *why = "";
  char *wanted = file_read(expected, (size_t)1 << 28, &len, &why);
  ir_module *m = wanted ? prints_read_program(program) : NULL;
  if (m) {
    listener l = {.expected = plain(wanted)};
    uint32_t checks = 1u << IR_CHECK_ASSERT | 1u << IR_CHECK_EXCEPTION | 1u << IR_CHECK_NULL | 1u << IR_CHECK_BOUNDS;
    machine_options o = {.checks = checks, .depth_limit = 10000, .output = hear, .event_arg = &l};
    run_reference_order(m, &o, &l);
    bool by_order = l.found;
    enum_result e;
    bool all = enumerate_all(m, &o, 0, 0, max_runs, MAX_STEPS, &e, end_of_run, &l);
    const char *answer = l.found ? (all ? "among" : "found") : l.stuck ? "unknown" : all ? "missing" : "not found";
    printf("%s: %llu schedules%s, %zu different texts%s\n", answer, (unsigned long long)e.runs, all ? "" : " of more",
           l.texts.items.len, by_order ? ", the reference order prints it" : "");
    outcome_set_fini(&l.texts);
    sb_fini(&l.text);
    mem_free(l.expected);
    ir_module_free(m);
  }
  mem_free(wanted);
  return m != NULL;
}
