// The process: arguments in, exit status out.
#include <stdio.h>
#include <string.h>

#include "app/driver.h"
#include "app/errors.h"
#include "app/harness.h"
#include "app/mistakes.h"
#include "app/options.h"
#include "app/output.h"
#include "app/project.h"

static int list(const command_line *line) {
  if (options_print_list(line->files.data[0], stdout)) return 0;
  fprintf(stderr, "allways: `list` takes one of engines, options, properties, not `%s`\n", line->files.data[0]);
  return STATUS_USAGE;
}

static int completion(const command_line *line) {
  if (options_print_completion(line->files.data[0], stdout)) return 0;
  fprintf(stderr, "allways: `completion` takes one of bash, zsh, not `%s`\n", line->files.data[0]);
  return STATUS_USAGE;
}

static int run(const command_line *line) {
  switch (line->command) {
  case COMMAND_VERIFY: return line->options.each ? driver_each(line) : driver_verify(line);
  case COMMAND_TASKS: return driver_tasks(line);
  case COMMAND_SIMULATE: return driver_simulate(line);
  case COMMAND_REPLAY: return driver_replay(line);
  case COMMAND_IR: return driver_ir(line);
  case COMMAND_STUBS: return driver_stubs(line);
  case COMMAND_HARNESS: return driver_harness(line);
  case COMMAND_MERGE: return driver_merge(line);
  case COMMAND_LIST: return list(line);
  case COMMAND_COMPLETION: return completion(line);
  case COMMAND_MAN: options_print_man(stdout); return 0;
  case COMMAND_HELP: options_print_help(line->topic, stdout); return 0;
  case COMMAND_VERSION: printf("allways %s\n", ALLWAYS_VERSION); return 0;
  case COMMAND_OPTIONS_JSON: options_print_json(stdout); return 0;
  }
  return STATUS_BUG;
}

// --exit-zero
static int as_asked(const command_line *line, int status) {
  bool judged = status == STATUS_UNSAFE || status == STATUS_UNKNOWN;
  return line->options.exit_zero && judged ? 0 : status;
}

static bool asks_for_text(command c) { return c == COMMAND_HELP || c == COMMAND_VERSION || c == COMMAND_OPTIONS_JSON; }

// Also if the words are wrong otherwise.
static bool asks_for_json(int argc, char **argv) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], "--json") == 0) return true;
  return false;
}

int main(int argc, char **argv) {
  output_guard();
  if (asks_for_json(argc, argv)) errors_capture();
  command_line line;
  strbuf error = {0};
  bool ok = options_parse(argc - 1, (const char *const *)argv + 1, &line, &error) &&
            (asks_for_text(line.command) || options_judge(&line, &error));
  int status = STATUS_USAGE;
  if (ok) command_line_take_trace(&line);
  if (ok && !(project_apply(&line) && mistake_files(&line)))
    status = STATUS_BAD_INPUT;
  else if (ok)
    status = output_ready(&line) ? output_end(as_asked(&line, run(&line))) : STATUS_IO;
  else
    fprintf(stderr, "allways: %s\n", sb_text(&error));
  errors_report(status);
  sb_fini(&error);
  command_line_fini(&line);
  return status;
}
