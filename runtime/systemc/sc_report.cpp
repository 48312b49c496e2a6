// Reports: which actions a report causes, its text, the default handler.
#include <systemc>

extern "C" {
void __allways_sc_ask_control(void) {}
void __allways_sc_ask_signal_events(void) {}
void __allways_sc_ask_report_counts(void) {}
void __allways_sc_ask_report_cache(void) {}
void __allways_sc_ask_children(void) {}
void __allways_sc_ask_instants(void) {}
void __allways_sc_ask_version_3(void) {}
void __allways_sc_ask_write_check(void) {}
}

namespace sc_core {

namespace {

// Rules for one type of message.
struct rules {
  const char *type;
  sc_actions all, by_severity[SC_MAX_SEVERITY];
  int limit, limits[SC_MAX_SEVERITY], counts[SC_MAX_SEVERITY];
  rules *next;
};

struct settings {
  sc_actions by_severity[SC_MAX_SEVERITY];
  int limits[SC_MAX_SEVERITY], counts[SC_MAX_SEVERITY];
  sc_actions suppressed, forced, catching, next_action;
  int verbosity;
  bool warnings_are_errors;
  sc_report_handler_proc handler;
  sc_report *cached;
  const char *log_file;
  rules *types;
};

settings set = {{SC_DEFAULT_INFO_ACTIONS, SC_DEFAULT_WARNING_ACTIONS, SC_DEFAULT_ERROR_ACTIONS, SC_DEFAULT_FATAL_ACTIONS},
                {-1, -1, -1, -1},
                {0, 0, 0, 0},
                0,
                0,
                SC_DEFAULT_CATCH_ACTIONS,
                SC_ABORT,
                SC_MEDIUM,
                false,
                &sc_report_handler::default_handler,
                nullptr,
                nullptr,
                nullptr};

rules *find_rules(const char *type) {
  if (!type) type = SC_ID_UNKNOWN_ERROR_;
  for (rules *r = set.types; r; r = r->next)
    if (!__builtin_strcmp(r->type, type)) return r;
  return nullptr;
}

rules *make_rules(const char *type) {
  if (!type) type = SC_ID_UNKNOWN_ERROR_;
  rules *r = find_rules(type);
  if (r) return r;
  r = new rules();
  r->type = sc_copy_text(type);
  r->limit = -1;
  for (int s = 0; s < SC_MAX_SEVERITY; s++) r->limits[s] = -1;
  r->next = set.types;
  return set.types = r;
}

sc_actions swap_in(sc_actions &place, sc_actions actions) {
  const sc_actions before = place;
  place = actions;
  return before;
}

// Messages with numbers that the program has added.
struct added_message {
  int id;
  const char *text;
  added_message *next;
};
added_message *added_messages;

const struct known_message {
  int id;
  const char *text;
} known_messages[] = {
#define ALLWAYS_SC_MESSAGE(name, number, text) {number, text},
#include "sysc/utils/sc_messages.def"
#undef ALLWAYS_SC_MESSAGE
};

const char *text_of(int id) {
  for (const known_message &k : known_messages)
    if (k.id == id) return k.text;
  for (const added_message *a = added_messages; a; a = a->next)
    if (a->id == id) return a->text;
  return nullptr;
}

bool same(const char *a, const char *b) { return *a == *b && !__builtin_strcmp(a, b); }

// The number of a message: a program may report the library's messages too.
__attribute__((noinline)) int number_of(const char *&type) {
  if (!type) type = SC_ID_UNKNOWN_ERROR_;
  for (const known_message &k : known_messages)
    if (same(type, k.text)) return k.id;
  for (const added_message *a = added_messages; a; a = a->next)
    if (same(type, a->text)) return a->id;
  return -1;
}

}  // namespace

// --- reports --------------------------------------------------------------------------------------------------------

static sc_text compose(const sc_report &report);

sc_report::sc_report(sc_severity severity, const char *type, const char *message, const char *file, int line, int verbosity,
                     int id)
    : m_severity(severity),
      m_verbosity(verbosity),
      m_line(line),
      m_id(id),
      m_type(type),
      m_message(message),
      m_file(file) {
  if (__allways_sc_report_time) m_when = __allways_time();
  if (sc_process_b *p = sc_get_current_process_b()) m_process = p->name();
  if (severity >= SC_ERROR) m_what = compose(*this);
}

static const char *message_of(int id) {
  const char *text = text_of(id);
  return text ? text : "unknown id";
}
// Said once, of whichever comes first.
static bool former_used;
static void former_numbers(const char *function) {
  static bool said;
  if (!__allways_sc_report_time || said) return;
  said = former_used = true;
  const std::string text = std::string("integer report ids are deprecated, use string values: sc_report::") + function;
  sc_report_handler::report(SC_INFO, 804, text.c_str(), nullptr, 0);
}

const char *sc_report::get_message(int id) {
  former_numbers("get_message()");
  return message_of(id);
}

bool sc_report::is_suppressed(int id) {
  former_numbers("is_suppressed()");
  const rules *r = find_rules(message_of(id));
  return r && r->all == SC_DO_NOTHING;
}
void sc_report::register_id(int id, const char *message) {
  former_numbers("register_id()");
  if (id < 0 || !message) return sc_complain(800, id < 0 ? "invalid report id" : "invalid report message");
  const char *known = text_of(id);
  if (!known)
    added_messages = new added_message{id, sc_copy_text(message), added_messages};
  else if (!same(known, message))
    sc_complain(800, "report id already exists");
}
void sc_report::suppress_id(int id, bool suppress) {
  former_numbers("suppress_id()");
  if (text_of(id)) make_rules(text_of(id))->all = suppress ? SC_DO_NOTHING : SC_UNSPECIFIED;
}
void sc_report::suppress_infos(bool suppress) {
  former_numbers("suppress_infos()");
  set.by_severity[SC_INFO] = suppress ? SC_DO_NOTHING : SC_DEFAULT_INFO_ACTIONS;
}
void sc_report::suppress_warnings(bool suppress) {
  former_numbers("suppress_warnings()");
  set.by_severity[SC_WARNING] = suppress ? SC_DO_NOTHING : SC_DEFAULT_WARNING_ACTIONS;
}
void sc_report::make_warnings_errors(bool make) {
  former_numbers("make_warnings_errors()");
  set.warnings_are_errors = make;
}

static sc_text decimal(int n) {
  char digits[13];
  int at = 12;
  digits[at] = 0;
  const bool negative = n < 0;
  unsigned u = negative ? 0u - static_cast<unsigned>(n) : static_cast<unsigned>(n);
  do digits[--at] = static_cast<char>('0' + u % 10);
  while (u /= 10);
  if (negative) digits[--at] = '-';
  return sc_text(digits + at);
}

static sc_text compose(const sc_report &report) {
  static const char *const names[] = {"Info", "Warning", "Error", "Fatal"};
  static const char *const letters[] = {"(I", "(W", "(E", "(F"};
  sc_text text(names[report.get_severity()]);
  text += ": ";
  if (report.get_id() >= 0) {
    text += letters[report.get_severity()];
    text += decimal(report.get_id()).c_str();
    text += ") ";
  }
  text += report.get_msg_type();
  if (*report.get_msg()) {
    text += ": ";
    text += report.get_msg();
  }
  if (report.get_severity() > SC_INFO) {
    if (*report.get_file_name()) {
      text += "\nIn file: ";
      text += report.get_file_name();
      text += ":";
      text += decimal(report.get_line_number()).c_str();
    }
    if (report.get_process_name()) {
      text += "\nIn process: ";
      text += report.get_process_name();
      if (__allways_sc_time || __allways_sc_report_time) {
        text += " @ ";
        text += report.get_time().to_string().c_str();
      }
    }
  }
  return text;
}

std::string sc_report_compose_message(const sc_report &report) { return compose(report).c_str(); }

static void tell_abort() {
  if (__allways_sc_report_time) sc_report_handler::report(SC_INFO, 99, "", nullptr, 0);
}

// --- the handler ----------------------------------------------------------------------------------------------------

static void act(const sc_report &report, sc_actions actions) {
  if (actions & SC_DISPLAY) std::cout << std::endl << compose(report).c_str() << std::endl;
  if (actions & SC_STOP) sc_stop();
  if (actions & SC_ABORT) {
    if (report.get_severity() != SC_FATAL) sc_abort();
  }
  if (actions & SC_THROW) throw report;
}

void sc_report_handler::default_handler(const sc_report &report, const sc_actions &actions) { act(report, actions); }

static sc_actions actions_by(const rules *r, sc_severity severity) {
  sc_actions actions = SC_UNSPECIFIED;
  if (r) {
    actions = r->by_severity[severity];
    if (actions == SC_UNSPECIFIED) actions = r->all;
  }
  return actions == SC_UNSPECIFIED ? set.by_severity[severity] : actions;
}

// The actions for a report, counted against its limits.
static sc_actions actions_for(sc_severity severity, const char *type) {
  rules *r = find_rules(type);
  sc_actions actions = actions_by(r, severity);
  if (__allways_sc_report_counts) {
    if (!r) r = make_rules(type);
    const int total = ++set.counts[severity], here = ++r->counts[severity];
    int all = 0;
    for (int n : r->counts) all += n;
    int limit = r->limits[severity], count = here;
    if (limit < 0) {
      limit = r->limit;
      count = all;
    }
    if (limit < 0) {
      limit = set.limits[severity];
      count = total;
    }
    if (limit > 0 && count >= limit) actions |= SC_STOP;
  }
  return (actions & ~set.suppressed) | set.forced;
}

// Each process has its own last report; who is no process has one together.
static sc_report *&cache() {
  sc_process_b *self = sc_get_current_process_b();
  return self ? self->m_last_report : set.cached;
}

// Severity and actions are handed on as values: which error has which effects is then known before any run.
static sc_actions deliver(const sc_report &report, sc_severity severity, const char *type) {
  const sc_actions actions = actions_for(severity, type);
  if (__allways_sc_report_cache && (actions & SC_CACHE_REPORT)) {
    sc_report *&cached = cache();
    delete cached;
    cached = new sc_report(report);
  }
  if (set.handler == &sc_report_handler::default_handler) {
    act(report, actions);
  } else {
    const sc_actions handed_on = actions;
    set.handler(report, handed_on);
  }
  return actions;
}

void sc_report_handler::report(sc_severity severity, const char *type, const char *message, const char *file, int line) {
  if (severity == SC_INFO && set.verbosity < SC_MEDIUM) return;
  const int id = number_of(type);
  if (deliver(sc_report(severity, type, message, file, line, SC_MEDIUM, id), severity, type) & SC_ABORT)
    if (severity == SC_FATAL && set.handler == &default_handler) sc_abort();
}
void sc_report_handler::report(sc_severity severity, const char *type, const char *message, int verbosity, const char *file,
                               int line) {
  if (severity == SC_INFO && verbosity > set.verbosity) return;
  const int id = number_of(type);
  deliver(sc_report(severity, type, message, file, line, verbosity, id), severity, type);
}
void sc_report_handler::report(sc_severity severity, int id, const char *message, const char *file, int line) {
  if (severity == SC_WARNING && set.warnings_are_errors) severity = SC_ERROR;
  const char *type = message_of(id);
  deliver(sc_report(severity, type, message, file, line, SC_MEDIUM, id), severity, type);
}

bool sc_report_fatal(const char *type, const char *message, const char *file, int line) {
  const int id = number_of(type);
  const sc_report report(SC_FATAL, type, message, file, line, SC_MEDIUM, id);
  const sc_actions actions = deliver(report, SC_FATAL, type);
  const bool aborts = (actions & SC_ABORT) && set.handler == &sc_report_handler::default_handler;
  if (aborts) tell_abort();
  return aborts;
}

void sc_complain(int id, const char *details) {
  const char *text = message_of(id);
  deliver(sc_report(SC_ERROR, text, details, nullptr, 0, SC_MEDIUM, id), SC_ERROR, text);
}
void sc_error(int id, const char *details) {
  const char *text = message_of(id);
  const sc_report report(SC_ERROR, text, details, nullptr, 0, SC_MEDIUM, id);
  deliver(report, SC_ERROR, text);
  throw report;
}
static std::string about(const char *what, const char *kind, const sc_object *object) {
  std::string text(what);
  for (const char *part : {*what ? ": " : "", kind, " '", object->name(), "' (", object->kind(), ")"}) text += part;
  return text;
}
void sc_complain_of(int id, const char *what, const char *kind, const sc_object *object) {
  sc_complain(id, about(what, kind, object).c_str());
}
void sc_error_of(int id, const char *what, const char *kind, const sc_object *object) {
  sc_error(id, about(what, kind, object).c_str());
}
void sc_fatal(int id, const char *details) {
  const char *text = message_of(id);
  const sc_actions actions = deliver(sc_report(SC_FATAL, text, details, nullptr, 0, SC_MEDIUM, id), SC_FATAL, text);
  if (actions & SC_ABORT) sc_abort();
}
void sc_warning(int id, const char *details) {
  const char *text = message_of(id);
  deliver(sc_report(SC_WARNING, text, details, nullptr, 0, SC_MEDIUM, id), SC_WARNING, text);
}

void sc_tell_assertion(const char *condition, const char *file, int line) {
  sc_report_handler::report(SC_FATAL, 4, condition, file, line);
  tell_abort();
}

void sc_abort() {
  tell_abort();
  __allways_check(false, "assert", "sc_abort: a report asked to abort");
  __allways_stop();
}

// --- what the standard no longer has --------------------------------------------------------------------------------

static const char *const former_uses[] = {
    "the notify() function is deprecated use sc_event::notify()",
    "notify_delayed(...) is deprecated, use notify(sc_time) instead",
    "positional binding using << or , is deprecated, use () instead.",
    "sc_object::get_parent() is deprecated, use get_parent_object() instead",
    "use of () to specify sensitivity is deprecated, use << instead",
    "sc_sensitive_pos is deprecated use sc_sensitive << with pos() instead",
    "sc_sensitive_neg is deprecated use sc_sensitive << with neg() instead",
    "sc_simcontext::find_object() is deprecated,\n use sc_find_object()",
    "sc_simcontext::get_child_objects() is deprecated,\n use sc_get_top_level_objects()",
    "sc_simcontext::delta_count() is deprecated, use sc_delta_count()",
    "sc_simcontext::is_running() is deprecated, use sc_is_running()",
    "sc_get_curr_process_handle deprecated use sc_get_current_process_handle",
    "sc_simulation_time() is deprecated use sc_time_stamp()",
    "sc_initialize() is deprecated: use sc_start(SC_ZERO_TIME)",
    "sc_cycle is deprecated: use sc_start(sc_time)",
    "deprecated constructor: sc_time(double,bool)",
    "deprecated constructor: sc_time(uint64,bool)",
    "deprecated function: sc_set_default_time_unit",
    "deprecated function: sc_get_default_time_unit",
    "all waits except wait() and wait(N)\n             are deprecated for SC_CTHREAD, use an SC_THREAD instead",
    "wait(event_list) is deprecated for SC_CTHREAD, use SC_THREAD",
    "timed_out() function is deprecated",
    "\n    sc_clock(const char*, double, double, double, bool)\n    is deprecated use a form that includes sc_time or\n    sc_time_unit",
    "interface and/or port binding in port constructors is deprecated",
    "sc_signal<T>::get_data_ref() is deprecated, use read() instead",
    "sc_signal<T>::get_new_value() is deprecated",
    "sc_signal<T>::trace() is deprecated",
    "sc_signal<T>::addtrace() is deprecated",
    "sc_bit is deprecated, use bool instead",
    "tracing of enumerated literals is deprecated",
};
#define ADVICE                                                            \
  "You can turn off warnings about\n"                                      \
  "             IEEE 1666 deprecated features by placing this method call\n" \
  "             as the first statement in your sc_main() function:\n\n"      \
  "  sc_core::sc_report_handler::set_actions( \"/IEEE_Std_1666/deprecated\",\n" \
  "                                           sc_core::SC_DO_NOTHING );\n"
static const char advice[] = ADVICE, farewell[] = "\nInfo: (I804) /IEEE_Std_1666/deprecated: " ADVICE "\n";
#undef ADVICE
static bool former_said[sizeof former_uses / sizeof former_uses[0]];

void sc_say_former(sc_former_use what) {
  if (former_said[what]) return;
  const bool first = !former_used;
  former_said[what] = former_used = true;
  sc_report_handler::report(SC_INFO, 804, former_uses[what], nullptr, 0);
  if (first && actions_by(find_rules("/IEEE_Std_1666/deprecated"), SC_INFO) & SC_DISPLAY)
    __allways_declare("farewell", nullptr, farewell, nullptr, 0);  // for runs that end by an error
}

// After sc_main.
__attribute__((destructor)) static void tell_former_uses() {
  if (!__allways_sc_report_time || !former_used) return;
  sc_report_handler::report(SC_INFO, 804, advice, nullptr, 0);
}

// --- settings -------------------------------------------------------------------------------------------------------

sc_actions sc_report_handler::set_actions(sc_severity severity, sc_actions actions) {
  return swap_in(set.by_severity[severity], actions);
}
sc_actions sc_report_handler::set_actions(const char *type, sc_actions actions) {
  return swap_in(make_rules(type)->all, actions);
}
sc_actions sc_report_handler::set_actions(const char *type, sc_severity severity, sc_actions actions) {
  return swap_in(make_rules(type)->by_severity[severity], actions);
}
sc_actions sc_report_handler::suppress(sc_actions actions) { return swap_in(set.suppressed, actions); }
sc_actions sc_report_handler::suppress() { return swap_in(set.suppressed, 0); }
sc_actions sc_report_handler::force(sc_actions actions) { return swap_in(set.forced, actions); }
sc_actions sc_report_handler::force() { return swap_in(set.forced, 0); }
sc_actions sc_report_handler::get_catch_actions() { return set.catching; }
sc_actions sc_report_handler::set_catch_actions(sc_actions actions) { return swap_in(set.catching, actions); }

static int swap_limit(int &place, int limit) {
  const int before = place;
  place = limit;
  return before;
}
int sc_report_handler::set_stop_after(sc_severity severity, int limit) { return swap_limit(set.limits[severity], limit); }
int sc_report_handler::set_stop_after(const char *type, int limit) { return swap_limit(make_rules(type)->limit, limit); }
int sc_report_handler::set_stop_after(const char *type, sc_severity severity, int limit) {
  return swap_limit(make_rules(type)->limits[severity], limit);
}
int sc_report_handler::count_of(sc_severity severity) { return set.counts[severity]; }
int sc_report_handler::count_of(const char *type, sc_severity severity) {
  const rules *r = find_rules(type);
  return r ? r->counts[severity] : 0;
}
int sc_report_handler::count_of(const char *type) {
  int n = 0;
  for (int s = 0; s < SC_MAX_SEVERITY; s++) n += count_of(type, static_cast<sc_severity>(s));
  return n;
}
int sc_report_handler::set_verbosity_level(int level) { return swap_limit(set.verbosity, level); }
int sc_report_handler::get_verbosity_level() { return set.verbosity; }
sc_report_handler_proc sc_report_handler::set_handler(sc_report_handler_proc handler) {
  const sc_report_handler_proc before = set.handler;
  set.handler = handler ? handler : &default_handler;
  return before;
}
sc_report_handler_proc sc_report_handler::get_handler() { return set.handler; }
sc_actions sc_report_handler::get_new_action_id() {
  if (set.next_action == 1u << 31) return SC_UNSPECIFIED;
  return set.next_action <<= 1;
}
sc_report *sc_report_handler::cached_report() { return cache(); }
void sc_report_handler::clear_cached_report() {
  sc_report *&cached = cache();
  delete cached;
  cached = nullptr;
}
bool sc_report_handler::set_log_file_name(const char *name) {
  if (!name) {
    delete[] set.log_file;
    set.log_file = nullptr;
    return false;
  }
  if (set.log_file) return false;
  set.log_file = sc_copy_text(name);
  return true;
}
const char *sc_report_handler::get_log_file_name() { return set.log_file; }
bool sc_report_close_default_log() { return sc_report_handler::set_log_file_name(nullptr); }

}  // namespace sc_core
