// `allways replay`: a saved counterexample is re-executed and shown.
#include <string.h>
#include <unistd.h>

#include "app/driver.h"
#include "app/errors.h"
#include "app/may_wait.h"
#include "app/models.h"
#include "app/native.h"
#include "app/session.h"
#include "ir/ir_build.h"
#include "result/explain.h"
#include "result/explain_critical.h"

// The program as the trace names it, or beside the trace if it is not there.
static char *find_program(const char *trace, const char *program) {
  const char *slash = strrchr(trace, '/'), *base = strrchr(program, '/');
  if (access(program, R_OK) == 0) return mem_strdup(program);
  strbuf path = {0};
  if (slash) sb_putn(&path, trace, (size_t)(slash - trace) + 1);
  if (program[0] != '/') {
    size_t folder = path.len;
    sb_puts(&path, program);
    if (access(sb_text(&path), R_OK) == 0) return sb_take(&path);
    path.len = folder;
  }
  sb_puts(&path, base ? base + 1 : program);
  return sb_take(&path);
}

// The trace does not belong to the program, or the program has changed: the run says nothing about it.
static int not_reproduced(session *s, const char *why) {
  result *r = s->result;
  r->verdict = VERDICT_UNKNOWN;
  r->reason = NULL;
  vec_clear(&r->trace);
  vec_clear(&r->second_trace);
  vec_clear(&r->second_schedule);
  vec_clear(&r->second_inputs);
  vec_clear(&r->inputs);  // their types may never have been found
  vec_clear(&r->schedule);
  result_unknown(r, PLACE_NONE, "the counterexample is not reproduced: %s", why);
  session_close_result(s);
  return session_report(s, NULL, STATUS_UNKNOWN);
}

static int replay(session *s) {
  result *r = s->result;
  const char *why = "";
  if (!session_set_visible(s, r->replay_visible)) return not_reproduced(s, "steps begin as no value of --visible says");
  if (r->replay_bytes) s->effective.address_reuse = OPT_ADDRESS_REUSE_BYTES;
  session_set_checks(s, r->replay_checks);
  if (r->replay_separate) ir_set_separate(s->ir, true);
  if (!trace_bind(s->ir, r, &why)) return not_reproduced(s, why);
  s->machine.pending_multi = r->replay_pending_multi;
  r->verdict = VERDICT_UNSAFE;
  r->engine = "replay";
  s->phase = "replaying";
  if (!explain_confirm(s->ir, &s->machine, r, &why)) return not_reproduced(s, why);
  if (!s->options->quiet) critical_find(s->ir, &s->machine, r);
  session_close_result(s);
  int status = session_report(s, NULL, STATUS_UNSAFE);
  return s->options->native && status == STATUS_UNSAFE ? native_replay(s) : status;
}

// The program is read as it was for the run that made the trace.
static int load_and_replay(session *s) {
  s->checks = s->result->replay_checks | s->result->replay_asked;
  const char *goal = s->options->given[OPTION_goal] ? s->options->goal : s->result->goal;
  const char *formula = s->options->given[OPTION_ltl] ? s->options->ltl : s->result->ltl;
  if (!session_load(s, s->file)) return STATUS_BAD_INPUT;
  bool fits = models_settle(s->ir, s->file, &s->effective) && session_apply_goal(s, goal) &&
              session_apply_ltl(s, formula) && may_wait_settle(s);
  if (!fits) return STATUS_USAGE;
  errors_release();
  return replay(s);
}

int driver_replay(const command_line *line) {
  const char *why = "";
  char *program = NULL, *found = NULL;
  session s;
  command_line own = *line;
  session_begin(&s, &own, line->trace);
  int status = STATUS_BAD_INPUT;
  if (!trace_load(line->trace, &program, s.result, &why)) {
    fprintf(stderr, "%s: error: not a counterexample that can be replayed: %s\n", line->trace, why);
  } else {
    if (!line->files.len) {
      found = find_program(line->trace, program);
      memset(&own.files, 0, sizeof own.files);
      vec_push(&own.files, found);
    }
    s.file = own.files.data[0];
    status = load_and_replay(&s);
  }
  session_end(&s);
  if (found) vec_free(&own.files);
  mem_free(program);
  mem_free(found);
  return status;
}
