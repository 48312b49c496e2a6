// `allways harness`, and the driver of the other commands.
#include "app/harness.h"

#include <ctype.h>
#include <string.h>

#include "app/driver.h"
#include "app/output.h"
#include "app/session.h"
#include "front/harness/harness.h"

enum { CONDITIONS = 1u << IR_CHECK_LINEARIZABLE | 1u << IR_CHECK_SEQUENTIAL | 1u << IR_CHECK_QUIESCENT };

bool harness_asked(const options *o) { return *o->threads || *o->operations; }

static uint32_t asked_conditions(uint32_t checks) {
  uint32_t asked = 0;
  if (checks >> IR_CHECK_LINEARIZABLE & 1) asked |= 1u << HARNESS_LINEARIZABLE;
  if (checks >> IR_CHECK_SEQUENTIAL & 1) asked |= 1u << HARNESS_SEQUENTIAL;
  if (checks >> IR_CHECK_QUIESCENT & 1) asked |= 1u << HARNESS_QUIESCENT;
  return asked;
}

static uint32_t checks_of(const options *o) {
  uint32_t checks = 0;
  strbuf error = {0};
  if (*o->property) options_checks(o->property, &checks, &error);
  sb_fini(&error);
  return checks;
}

static harness describe(const options *o, uint32_t checks, const char *file) {
  return (harness){.file = file,
                   .cxx = front_is_cxx(file),
                   .decl = o->decl,
                   .setup = o->setup,
                   .threads = o->threads,
                   .finally = o->finally,
                   .operations = o->operations,
                   .clients = (uint32_t)o->clients,
                   .calls = (uint32_t)o->calls,
                   .asked = asked_conditions(checks)};
}

uint32_t harness_checks(uint32_t checks) { return checks & CONDITIONS ? checks | 1u << IR_CHECK_DEADLOCK : checks; }

// What would say something about the specification instead of the library.
static const char *wrong_with_conditions(const options *o, uint32_t checks) {
  if (!*o->operations) return "--property: linearizable, sequential and quiescent need --operations";
  if (o->malloc_may_fail || o->weak_cas_may_fail)
    return "--malloc-may-fail and --weak-cas-may-fail: a specification that fails by chance explains nothing";
  if (checks & (1u << IR_CHECK_LEAK | 1u << IR_CHECK_MISUSE))
    return "--property: leaks and pthread-misuse are looked for apart from linearizable, sequential and quiescent: the "
           "specification begins "
           "anew for each order";
  if (checks >> IR_CHECK_DEADLOCK & 1)
    return "--property: deadlock is looked for apart from linearizable, sequential and quiescent, which compare calls "
           "that wait for ever with the specification";
  if (checks >> IR_CHECK_QUIESCENT & 1 && checks >> IR_CHECK_RACE & 1)
    return "--property: quiescent and no-data-race are looked for apart: what is recorded orders the calls";
  if (*o->spec && !front_includes(o->spec)) return "--spec: it is a source file of C or C++";
  return NULL;
}

bool harness_texts_judge(const options *o, strbuf *error) {
  uint32_t checks = checks_of(o);
  const char *wrong = NULL;
  if (*o->threads && *o->operations)
    wrong = "--threads and --operations exclude each other";
  else if (!harness_asked(o) && (*o->setup || *o->finally || *o->decl))
    wrong = "--setup, --finally and --decl have no effect without --threads or --operations";
  else if (*o->operations && o->input_range.set)
    wrong = "--input-range: with --operations write ?LO..HI for an argument";
  else if (checks & CONDITIONS)
    wrong = wrong_with_conditions(o, checks);
  else if (*o->spec && o->given[OPTION_property])
    wrong = "--spec has no effect without --property=linearizable|sequential|quiescent";
  if (wrong) sb_puts(error, wrong);
  if (wrong || !harness_asked(o)) return !wrong;
  harness h = describe(o, checks, "");
  return harness_judge(&h, error);
}

// Does a message of clang's say that nobody declares it?
static bool is_undeclared(const char *messages, const char *name) {
  static const char says[] = "undeclared identifier '";
  for (const char *at = messages; (at = strstr(at, says));) {
    at += strlen(says);
    if (str_starts(at, name) && at[strlen(name)] == '\'') return true;
  }
  return false;
}

// Which of the variables that the texts assign are the program's? Clang is asked once, and only if there are any.
static void find_known(harness *h, const char *file, const front_options *with, arena *mem, diags *d) {
  harness_variables all = {0};
  strbuf text = {0}, messages = {0};
  harness_assigned(h, mem, &all);
  if (all.len) {
    harness_probe(h, &all, &text);
    front_messages(file, with, sb_text(&text), &messages, d);
    const char **known = ARENA_NEW_N(mem, const char *, all.len);
    for (size_t i = 0; i < all.len; i++)
      if (!is_undeclared(sb_text(&messages), all.data[i].name)) known[h->n_known++] = all.data[i].name;
    h->known = known;
  }
  vec_free(&all);
  sb_fini(&text);
  sb_fini(&messages);
}

static const char *made_text(harness *h, const front_options *with, arena *mem, diags *d,
                             void (*write)(const harness *, strbuf *)) {
  strbuf text = {0};
  find_known(h, h->file, with, mem, d);
  write(h, &text);
  const char *kept = arena_strdup(mem, sb_text(&text));
  sb_fini(&text);
  return kept;
}

const front_driver *harness_make(const options *o, uint32_t checks, const char *file, const front_options *with,
                                 arena *mem, diags *d) {
  if (!harness_asked(o)) return NULL;
  harness h = describe(o, checks, file), spec = describe(o, checks, *o->spec ? o->spec : file);
  const char *text = made_text(&h, with, mem, d, harness_driver);
  const front_text texts[] = {{"--decl", o->decl},       {"--setup", o->setup},           {"--threads", o->threads},
                              {"--finally", o->finally}, {"--operations", o->operations}, {"driver", text}};
  front_driver made = {
      .text = text, .quoted = arena_copy(mem, texts, sizeof texts), .n_quoted = sizeof texts / sizeof texts[0]};
  if (h.asked) {
    made.spec_text = made_text(&spec, with, mem, d, harness_specification);
    made.spec_file = spec.file;
  }
  return arena_copy(mem, &made, sizeof made);
}

void harness_print(const options *o, const char *file, const front_options *with, strbuf *out, diags *d) {
  arena *mem = arena_new();
  harness h = describe(o, 0, file);
  find_known(&h, file, with, mem, d);
  h.printed = true;
  harness_driver(&h, out);
  arena_free(mem);
}

int driver_harness(const command_line *line) {
  session s;
  session_begin(&s, line, line->files.data[0]);
  strbuf text = {0};
  int status = STATUS_BAD_INPUT;
  if (session_driver(&s, &text)) {
    s.phase = "writing the driver";
    status = output_text(s.options, sb_text(&text), text.len);
  }
  sb_fini(&text);
  session_end(&s);
  return status;
}
