// links: front pass
// Goals of any bytes about a program with all kinds of paths: a module or a message.
#include "front.h"
#include "pass/pass_goal.h"

static const char program[] =
    "struct N { int v; N* n; bool x; }\nint a = 0;\nbool f = false;\nN* p = 0;\nint* i = 0;\nN** w = 0;\n"
    "thread(0) { L: new(p); M: jump(true, M, _); }\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  diags *d = diags_new();
  ir_module *m = front_cmin.parse("fuzz.cmin", program, sizeof program - 1, d);
  CHECK(m != NULL, "the program is accepted");
  char *goal = mem_alloc(size + 1);
  memcpy(goal, data, size);
  goal[size] = '\0';
  strbuf error = {0};
  ir_module *woven = pass_goal(m, goal, &error);
  CHECK((woven == NULL) == (error.len > 0), "a module or a message");
  if (woven) round_trip(woven);
  ir_module_free(woven);
  sb_fini(&error);
  mem_free(goal);
  ir_module_free(m);
  diags_free(d);
  return 0;
}
