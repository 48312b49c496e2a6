// `allways harness`, and the driver of the other commands.
#include "app/harness.h"

#include <ctype.h>
#include <string.h>

#include "app/driver.h"
#include "app/output.h"
#include "app/session.h"
#include "front/harness/harness.h"

bool harness_asked(const options *o) { return *o->threads != '\0'; }

static harness describe(const options *o, const char *file) {
  return (harness){.file = file,
                   .cxx = front_is_cxx(file),
                   .decl = o->decl,
                   .setup = o->setup,
                   .threads = o->threads,
                   .finally = o->finally};
}

bool harness_texts_judge(const options *o, strbuf *error) {
  harness h = describe(o, "");
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

const front_driver *harness_make(const options *o, const char *file, const front_options *with, arena *mem, diags *d) {
  if (!harness_asked(o)) return NULL;
  harness h = describe(o, file);
  find_known(&h, file, with, mem, d);
  strbuf text = {0};
  harness_driver(&h, &text);
  const front_text texts[] = {{"--decl", o->decl},
                              {"--setup", o->setup},
                              {"--threads", o->threads},
                              {"--finally", o->finally},
                              {"driver", arena_strdup(mem, sb_text(&text))}};
  size_t n = sizeof texts / sizeof texts[0];
  front_driver made = {.text = texts[n - 1].text, .quoted = arena_copy(mem, texts, sizeof texts), .n_quoted = n};
  sb_fini(&text);
  return arena_copy(mem, &made, sizeof made);
}

void harness_print(const options *o, const char *file, const front_options *with, strbuf *out, diags *d) {
  arena *mem = arena_new();
  harness h = describe(o, file);
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
