// What every command that runs a program shares: the loaded module, the result being filled, the watchdog, and how a
// run ends early in an orderly way.
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include "app/options.h"
#include "app/watch.h"
#include "ir/ir.h"
#include "replay/machine.h"
#include "report/report.h"
#include "result/result.h"

// The program as the passes make it where fewer checks are violations.
typedef struct session_variant {
  uint32_t checks;
  ir_module *ir;
} session_variant;

typedef struct session {
  const command_line *line;
  options effective;       // the command line's, with what the program decides filled in
  const options *options;  // &effective
  const char *file;        // the program
  const char *phase;       // what is being done, for the message of a failed check
  double started;
  ir_module *ir;    // NULL until loaded
  ir_module *read;  // as it was before the passes; NULL or `ir` itself if they changed nothing
  VEC(session_variant) variants;
  ir_module *plain;   // see session_plain; NULL until asked for
  uint32_t checks;    // bit per ir_check: what counts as a violation
  uint32_t left_out;  // asked for by default, but not of this engine
  result *result;
  watch *watch;
  machine_options machine;    // how the concrete interpreter runs this program
  const char *contradiction;  // a run that speaks against what was proved; NULL: none was seen
  bool stopped;               // by the watchdog
  bool unreported;            // a file of --report was not written
  strbuf *copy;               // gets what is printed to stdout; NULL: nobody wants it
  char *out_of_memory;        // the text to print when the last memory is gone
} session;

// Installs the handlers (failed check, out of memory) and starts the watchdog.
void session_begin(session *s, const command_line *line, const char *file);
void session_end(session *s);
// Reads the program, for --property if it is given, else for the checks set beforehand; false: diagnostics were printed
// to stderr.
bool session_load(session *s, const char *path);
// Has each option that was given an effect on the program that was loaded? Else says which has none.
bool session_suits(const session *s);
// Instead of reading it: a C file with stubs for the functions that it lacks; false as above.
bool session_stubs(session *s, strbuf *out);
// Instead of reading it: the driver that the command line stands for, to be read; false as above.
bool session_driver(session *s, strbuf *out);
// Properties asked for, else the program's own; false: one of them is unknown, which was said on stderr.
bool session_choose_checks(session *s);
// Between the two: weaves the goal in, if there is one (NULL or empty: none). False: a message about why not was printed.
bool session_apply_goal(session *s, const char *goal);
bool session_apply_ltl(session *s, const char *formula);  // the same for a formula
// Which accesses begin a step: the value of --visible in force; it lives as long as the result.
const char *session_visible_name(const session *s);
// As in a trace, unless the command line says otherwise (NULL: shared); false: there is no such value. Before the checks are set.
bool session_set_visible(session *s, const char *name);
// Decides what counts as a violation and runs the passes that this needs: s->ir changes. Once in a session.
void session_set_checks(session *s, uint32_t checks);
// The program prepared for these checks, fewer than those set; it lives as long as the session.
const ir_module *session_prepare(session *s, uint32_t checks);
// The program for the checks set, with all its branches and ends; it lives as long as the session.
const ir_module *session_plain(session *s);
// Only these checks are violations from here on, and s->ir is the program prepared for them.
void session_narrow(session *s, uint32_t checks);
// Time, memory, and the watchdog's reason if it stopped an undecided run. Ends the watchdog: what follows is short,
// and two threads must not both print a result.
void session_close_result(session *s);
// Prints the result to stdout and writes the files of --report. The exit status: `status`, or that a file could not be written.
int session_report(session *s, const report_run *run, int status);
int session_status(const session *s);  // exit status of the verdict

#endif
