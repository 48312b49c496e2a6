// Reports: severities, actions, the handler. An error that is thrown and not caught ends the run as a violation.
#ifndef ALLWAYS_SC_REPORT_H
#define ALLWAYS_SC_REPORT_H

#include <bits/allways_exception.h>

#include "sysc/kernel/sc_time.h"

namespace sc_core {

enum sc_severity { SC_INFO = 0, SC_WARNING, SC_ERROR, SC_FATAL, SC_MAX_SEVERITY };
enum sc_verbosity { SC_NONE = 0, SC_LOW = 100, SC_MEDIUM = 200, SC_HIGH = 300, SC_FULL = 400, SC_DEBUG = 500 };
typedef unsigned sc_actions;
enum {
  SC_UNSPECIFIED = 0x0000,
  SC_DO_NOTHING = 0x0001,
  SC_THROW = 0x0002,
  SC_LOG = 0x0004,
  SC_DISPLAY = 0x0008,
  SC_CACHE_REPORT = 0x0010,
  SC_INTERRUPT = 0x0020,
  SC_STOP = 0x0040,
  SC_ABORT = 0x0080
};
enum {
  SC_DEFAULT_INFO_ACTIONS = SC_LOG | SC_DISPLAY,
  SC_DEFAULT_WARNING_ACTIONS = SC_LOG | SC_DISPLAY,
  SC_DEFAULT_ERROR_ACTIONS = SC_LOG | SC_CACHE_REPORT | SC_THROW,
  SC_DEFAULT_FATAL_ACTIONS = SC_LOG | SC_DISPLAY | SC_CACHE_REPORT | SC_ABORT,
  SC_DEFAULT_CATCH_ACTIONS = SC_DISPLAY
};

class sc_report : public __allways_exception {
 public:
  sc_report() : m_severity(SC_INFO), m_verbosity(SC_MEDIUM), m_line(0), m_id(-1) {}
  sc_report(sc_severity severity, const char *type, const char *message, const char *file, int line, int verbosity, int id);

  sc_severity get_severity() const { return m_severity; }
  const char *get_msg_type() const { return m_type.c_str(); }
  const char *get_msg() const { return m_message.c_str(); }
  const char *get_file_name() const { return m_file.c_str(); }
  int get_line_number() const { return m_line; }
  int get_verbosity() const { return m_verbosity; }
  bool valid() const { return m_id >= 0; }
  int get_id() const { return m_id; }
  const char *get_process_name() const { return m_process.empty() ? nullptr : m_process.c_str(); }
  // `simulate`: when it was made. Elsewhere asked when somebody wants it: the time is part of the states of programs that can read it.
  sc_time get_time() const { return __allways_sc_report_time ? sc_time::from_value(m_when) : sc_time_stamp(); }
  const char *what() const noexcept override { return m_what.c_str(); }
  void swap(sc_report &other) { std::swap(*this, other); }

  // The interface with numbers that the standard no longer has.
  static const char *get_message(int id);
  static bool is_suppressed(int id);
  static void register_id(int id, const char *message);
  static void suppress_id(int id, bool suppress);
  static void suppress_infos(bool suppress);
  static void suppress_warnings(bool suppress);
  static void make_warnings_errors(bool make);

 private:
  friend class sc_report_handler;
  sc_text m_what;  // first: see __allways_exception
  sc_severity m_severity;
  int m_verbosity, m_line, m_id;
  sc_text m_type, m_message, m_file, m_process;
  unsigned long long m_when = 0;  // only in `simulate`
};
typedef std::exception sc_exception;

typedef void (*sc_report_handler_proc)(const sc_report &, const sc_actions &);

class sc_report_handler {
 public:
  static void report(sc_severity severity, const char *type, const char *message, const char *file, int line);
  static void report(sc_severity severity, const char *type, const char *message, int verbosity, const char *file, int line);
  static void report(sc_severity severity, int id, const char *message, const char *file, int line);

  static sc_actions set_actions(sc_severity severity, sc_actions actions = SC_UNSPECIFIED);
  static sc_actions set_actions(const char *type, sc_actions actions = SC_UNSPECIFIED);
  static sc_actions set_actions(const char *type, sc_severity severity, sc_actions actions = SC_UNSPECIFIED);
  // Reports are counted only in programs that ask.
  template <class... A>
  static int stop_after(A... a) {
    __allways_sc_ask_report_counts();
    return set_stop_after(a...);
  }
  template <class... A>
  static int get_count(A... a) {
    __allways_sc_ask_report_counts();
    return count_of(a...);
  }
  static sc_actions suppress(sc_actions actions);
  static sc_actions suppress();
  static sc_actions force(sc_actions actions);
  static sc_actions force();
  static int set_verbosity_level(int level);
  static int get_verbosity_level();
  static sc_report_handler_proc set_handler(sc_report_handler_proc handler);
  static sc_report_handler_proc get_handler();
  static void default_handler(const sc_report &report, const sc_actions &actions);
  static sc_actions get_new_action_id();
  // A report is kept only in programs that ask.
  static sc_report *get_cached_report() {
    __allways_sc_ask_report_cache();
    return cached_report();
  }
  static void clear_cached_report();
  static sc_actions get_catch_actions();
  static sc_actions set_catch_actions(sc_actions actions);
  static bool set_log_file_name(const char *name);
  static const char *get_log_file_name();
  static void initialize() {}
  static void release() {}

 private:
  static sc_report *cached_report();
  static int set_stop_after(sc_severity severity, int limit = -1);
  static int set_stop_after(const char *type, int limit = -1);
  static int set_stop_after(const char *type, sc_severity severity, int limit = -1);
  static int count_of(sc_severity severity);
  static int count_of(const char *type);
  static int count_of(const char *type, sc_severity severity);
};

std::string sc_report_compose_message(const sc_report &report);
bool sc_report_close_default_log();
[[noreturn]] void sc_abort();
inline void sc_interrupt_here(const char *, sc_severity) {}
inline void sc_stop_here(const char *, sc_severity) {}
void sc_tell_assertion(const char *condition, const char *file, int line);
bool sc_report_fatal(const char *type, const char *message, const char *file, int line);  // must it abort?

#define ALLWAYS_SC_MESSAGE(name, number, text) constexpr char name[] = text;
#include "sysc/utils/sc_messages.def"
#undef ALLWAYS_SC_MESSAGE

}  // namespace sc_core

#define SC_REPORT_INFO(type, message) \
  ::sc_core::sc_report_handler::report(::sc_core::SC_INFO, type, message, __FILE__, __LINE__)
#define SC_REPORT_INFO_VERB(type, message, verbosity) \
  ::sc_core::sc_report_handler::report(::sc_core::SC_INFO, type, message, verbosity, __FILE__, __LINE__)
#define SC_REPORT_WARNING(type, message) \
  ::sc_core::sc_report_handler::report(::sc_core::SC_WARNING, type, message, __FILE__, __LINE__)
#define SC_REPORT_ERROR(type, message) \
  ::sc_core::sc_report_handler::report(::sc_core::SC_ERROR, type, message, __FILE__, __LINE__)
// The place of the violation is that of the macro.
#define SC_REPORT_FATAL(type, message)                                                                       \
  __allways_check(!::sc_core::sc_report_fatal(type, message, __FILE__, __LINE__), "assert", "SC_REPORT_FATAL")

// The condition is checked as a whole, so that a symbolic one does not fork; only `simulate` says that it fails.
#define sc_assert(expr)                                                                                            \
  __extension__({                                                                                                  \
    const bool allways_holds = static_cast<bool>(expr);                                                            \
    if (__allways_sc_report_time && !allways_holds) ::sc_core::sc_tell_assertion(#expr, __FILE__, __LINE__);       \
    __allways_check(allways_holds, "assert", #expr);                                                               \
  })

#endif
