#include "configs/programs.h"

#include <stdio.h>
#include <string.h>

#include "configs/gen_races.h"
#include "front/front.h"
#include "gen/gen_ivl.h"

// Races mostly; the profiles of the general generator bring the rest of the language.
static const char *const turns[] = {"cycles", "races",  "cycles", "kernel",    "cycles", "races",  "small", "cycles",
                                    "races",  "cyclic", "cycles", "schedules", "races",  "cycles", "inputs"};

bool program_kind_find(const char *name, program_kind *out) {
  bool cycles = strcmp(name, "cycles") == 0, races = strcmp(name, "races") == 0;
  *out = (program_kind){name, cycles || strcmp(name, "cyclic") == 0, cycles || races};
  return out->variants || gen_profile_find(name) != NULL;
}

program_kind program_of(uint64_t seed) {
  program_kind k;
  program_kind_find(turns[seed % (sizeof turns / sizeof *turns)], &k);
  return k;
}

void program_text(const program_kind *k, uint64_t seed, unsigned variant, strbuf *out) {
  if (k->variants) {
    gen_races(seed, variant, k->cyclic, out);
  } else {
    gen_ivl(seed, gen_profile_find(k->name), out);
  }
}

ir_module *program_parse(const char *text, size_t len, char *why, size_t size) {
  diags *d = diags_new();
  diags_add_source(d, "program.ivl", text, len);
  ir_module *m = front_ivl.parse("program.ivl", text, len, d);
  if (m != NULL && diags_errors(d) > 0) {
    ir_module_free(m);
    m = NULL;
  }
  FILE *f = m == NULL && why != NULL ? fmemopen(why, size, "w") : NULL;
  if (f != NULL) {
    diags_print(d, f);
    fclose(f);
    why[size - 1] = '\0';
  }
  diags_free(d);
  return m;
}
