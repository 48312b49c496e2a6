// Processes. The kernel runs them; a record per process says what SystemC knows besides: static sensitivity, the next
// trigger of a method, whether it is suspended, disabled or about to be killed. A method is a process whose body is a
// loop: call, then wait for the next trigger.
#ifndef ALLWAYS_SC_PROCESS_H
#define ALLWAYS_SC_PROCESS_H

#include "sysc/kernel/sc_event.h"
#include "sysc/kernel/sc_object.h"

namespace sc_core {

template <class T>
class sc_signal_in_if;
template <class T>
class sc_in;
template <class T>
class sc_inout;
template <class T>
class sc_out;

enum sc_curr_proc_kind { SC_NO_PROC_, SC_METHOD_PROC_, SC_THREAD_PROC_, SC_CTHREAD_PROC_ };
enum sc_descendant_inclusion_info { SC_NO_DESCENDANTS = 0, SC_INCLUDE_DESCENDANTS, SC_INVALID_DESCENDANTS };
extern bool sc_allow_process_control_corners;  // what the standard leaves open is done then, and no error

// Unwinds the stack of a process that is killed or reset. Who catches it must throw it again: the one that was thrown is
// gone only when the process has been unwound.
class sc_unwind_exception : public std::exception {
 public:
  explicit sc_unwind_exception(bool is_reset) : m_is_reset(is_reset), m_thrown(true) {}
  sc_unwind_exception(const sc_unwind_exception &other) : m_is_reset(other.m_is_reset), m_thrown(other.m_thrown) {
    other.m_thrown = false;  // thrown again as a copy
  }
  ~sc_unwind_exception() override;
  virtual bool is_reset() const { return m_is_reset; }
  const char *what() const noexcept override { return m_is_reset ? "RESET" : "KILL"; }

 private:
  bool m_is_reset;
  mutable bool m_thrown;
};

// An exception that another process throws in this one.
struct sc_thrower {
  virtual ~sc_thrower() {}
  virtual void raise() = 0;
};
template <class X>
struct sc_thrower_of : sc_thrower {
  explicit sc_thrower_of(const X &x) : m_x(x) {}
  void raise() override { throw m_x; }
  X m_x;
};

struct sc_reset_source {
  const sc_signal_in_if<bool> *signal;
  const sc_port_base *port;  // until it is bound
  bool level, asynchronous;
  bool operator==(const sc_reset_source &r) const { return signal == r.signal && port == r.port && level == r.level; }
};

// The processes that an asynchronous reset reaches. Whoever is the reset's signal tells it of changes.
class sc_reset {
 public:
  void add(sc_process_b *process, bool level) { m_targets.push({process, level}); }
  void remove(const sc_process_b *process);
  void changed(bool value) const;

 private:
  struct target {
    sc_process_b *process;
    bool level;
  };
  sc_list<target> m_targets;
};

class sc_process_b : public sc_object {
 public:
  typedef void (*body)(void *host);

  sc_process_b(const char *name, sc_curr_proc_kind kind, body run, void *host, void (*drop)(void *), bool dynamic);
  ~sc_process_b() override;

  const char *kind() const override;

  bool is_method() const { return m_kind == SC_METHOD_PROC_; }
  sc_curr_proc_kind proc_kind() const { return m_kind; }
  bool dynamic() const { return m_late; }
  bool ends_without_handles() const { return m_dynamic; }
  bool terminated() const { return m_terminated; }
  bool is_unwinding() const { return m_unwinding; }
  int number() const { return m_number; }
  sc_event &terminated_event() {
    m_watched = true;
    return m_terminated_event;
  }
  sc_event &reset_event() { return m_reset_event; }
  class sc_report *m_last_report = nullptr;  // only in programs that ask for it
  const char *file = nullptr;  // where SC_WAIT and the like stand, while it waits there
  int lineno = 0;

  // Static sensitivity.
  void add_static(const sc_event &e);
  void add_static(const sc_interface &channel);
  void add_static(const sc_port_base &port);
  void add_static(const sc_event_finder &finder);
  void add_reset(const sc_reset_source &source);
  void dont_initialize() { m_initialize = false; }
  void warn_if_orphaned();  // it is never run
  void arm();  // before the first run, where it does not run at initialisation
  void bind_resets(bool by_ports);
  void reset_begins();  // an asynchronous one

  // Waiting. The result: the time ended it. In place of most waits stands the kernel's operation alone.
  ALLWAYS_SC_THIN void wait_static() {
    if (waits_plainly())
      __allways_wait(m_static.begin(), m_static.size(), false);
    else
      wait_static(1);
  }
  void wait_static(int times);
  ALLWAYS_SC_THIN void wait_for(void *event) {
    if (waits_plainly())
      __allways_wait_event(event);
    else
      wait_for_one(event);
  }
  ALLWAYS_SC_THIN void wait_for(const sc_time &t) {
    if (waits_plainly())
      __allways_wait_time(nullptr, 0, false, static_cast<long long>(t.value()));
    else
      wait_for(nullptr, 0, false, t);
  }
  void wait_for(void *const *events, int count, bool all);
  bool wait_for(void *const *events, int count, bool all, const sc_time &t);
  bool timed_out() const { return m_timed_out; }

  // The next trigger of a method.
  void trigger_static();
  void trigger(void *const *events, int count, bool all, const sc_time *t);

  // Control.
  void suspend();
  void resume();
  void disable();
  void enable();
  void kill();
  void reset();
  void throw_it(sc_thrower *thrower);
  void sync_reset_on() { m_always_reset = true; }
  void sync_reset_off() { m_always_reset = false; }
  void note_self_notification(const sc_event *e);

  // Handles.
  void refer() { m_handles += m_dynamic || __allways_sc_children; }
  void release();

 private:
  friend class sc_process_handle;

  enum unwinding : unsigned char { nothing, killed, was_reset, thrown };

  static void run_thread(void *data);
  static void run_method(void *data);
  ALLWAYS_SC_THIN bool waits_plainly() const { return !__allways_sc_control && m_kind == SC_THREAD_PROC_ && !m_timed_out; }
  void wait_for_one(void *event);
  void begin();
  void call();
  void call_caught();
  void end();
  void leave();
  bool hold(void *const *events, int count, bool all, bool timed, long long t);
  bool hold_controlled(void *const *events, int count, bool all, bool timed, long long t);
  sc_list<void *> with_resets(void *const *events, int count) const;
  bool reaches_disabled();
  bool goes_on_when_resumed();
  void raise();
  void await_trigger();
  bool in_reset() const;
  void interrupt(unwinding how);
  void undefined(const char *what);
  bool is_thread() const;

  body m_body;
  void *m_host;
  void (*m_drop)(void *);
  int m_number;
  sc_curr_proc_kind m_kind;
  bool m_dynamic, m_late, m_initialize;  // spawned; and while the simulation ran
  sc_list<void *> m_static;
  sc_list<sc_reset_source> m_resets;
  sc_list<void *> m_reset_events;  // of asynchronous ones
  sc_event m_terminated_event, m_reset_event, m_resume_event;

  bool m_terminated, m_suspended, m_disabled, m_unwinding, m_timed_out, m_in_timed_wait, m_always_reset, m_started, m_woken_suspended;
  unwinding m_pending;
  sc_thrower *m_thrower;
  unsigned long long m_disabled_in;  // one more than the delta cycle, 0: before the simulation. Who was woken before still runs
  bool m_reset_while_disabled, m_called_by_reset;  // only in `simulate`
  int m_handles;
  bool m_watched;  // somebody asked for the event of its end

  // The next trigger, if it is not the static sensitivity.
  bool m_triggered, m_trigger_all, m_trigger_timed;
  long long m_trigger_time;
  sc_list<void *> m_trigger_events;
};

inline sc_process_b *sc_get_current_process_b() { return static_cast<sc_process_b *>(__allways_self_data()); }
inline void sc_set_location(const char *file, int line) {
  sc_process_b *self = sc_get_current_process_b();
  if (!self) return;
  self->file = file;
  self->lineno = line;
}
sc_process_b *sc_get_curr_process_handle();
sc_process_b *sc_no_waiting_process();  // an error
ALLWAYS_SC_THIN inline sc_process_b *sc_waiting_process() {
  sc_process_b *self = static_cast<sc_process_b *>(__allways_self_data());
  return self ? self : sc_no_waiting_process();
}

class sc_process_handle {
 public:
  sc_process_handle() : m_process(nullptr) {}
  explicit sc_process_handle(sc_object *object);
  explicit sc_process_handle(sc_process_b *process) : m_process(process) { refer(); }
  sc_process_handle(const sc_process_handle &other) : m_process(other.m_process) { refer(); }
  sc_process_handle(sc_process_handle &&other) noexcept : m_process(other.m_process) { other.m_process = nullptr; }
  sc_process_handle &operator=(sc_process_handle other) {
    std::swap(m_process, other.m_process);
    return *this;
  }
  ~sc_process_handle() {
    if (m_process) m_process->release();
  }
  void swap(sc_process_handle &other) { std::swap(m_process, other.m_process); }

  bool valid() const { return m_process != nullptr; }
  operator sc_process_b *() const { return m_process; }
  // No two handles are equal that stand for no process.
  bool operator==(const sc_process_handle &o) const { return m_process && m_process == o.m_process; }
  bool operator!=(const sc_process_handle &o) const { return !(*this == o); }
  bool operator<(const sc_process_handle &o) const { return m_process < o.m_process; }

  const char *name() const { return m_process ? m_process->name() : ""; }
  const char *basename() const { return m_process ? m_process->basename() : ""; }
  sc_curr_proc_kind proc_kind() const { return m_process ? m_process->proc_kind() : SC_NO_PROC_; }
  const std::vector<sc_object *> &get_child_objects(sc_children_asked = sc_children_asked()) const;
  const std::vector<sc_event *> &get_child_events() const;
  sc_object *get_parent_object() const { return m_process ? m_process->get_parent_object() : nullptr; }
  sc_object *get_process_object() const { return m_process; }
  bool dynamic() const { return m_process && m_process->dynamic(); }
  bool terminated() const { return m_process && m_process->terminated(); }
  bool is_unwinding() const { return m_process && m_process->is_unwinding(); }
  const sc_event &terminated_event() const;
  sc_event &reset_event() const;
  void dont_initialize(bool) const {
    if (m_process) m_process->dont_initialize();
  }

  void suspend(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) { each(&sc_process_b::suspend, d, "suspend()"); }
  void resume(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) { each(&sc_process_b::resume, d, "resume()"); }
  void disable(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) { each(&sc_process_b::disable, d, "disable()"); }
  void enable(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) { each(&sc_process_b::enable, d, "enable()"); }
  void kill(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) { each(&sc_process_b::kill, d, "kill()"); }
  void reset(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) { each(&sc_process_b::reset, d, "reset()"); }
  void sync_reset_on(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) {
    each(&sc_process_b::sync_reset_on, d, "sync_reset_on()");
  }
  void sync_reset_off(sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) {
    each(&sc_process_b::sync_reset_off, d, "sync_reset_off()");
  }
  template <class X>
  void throw_it(const X &x, sc_descendant_inclusion_info d = SC_NO_DESCENDANTS) {
    __allways_sc_ask_control();
    if (m_process)
      for (sc_process_b *target : targets(d)) target->throw_it(new sc_thrower_of<X>(x));
    else
      ignore("throw_it()");
  }

 private:
  void refer() {
    if (m_process) m_process->refer();
  }
  void each(void (sc_process_b::*what)(), sc_descendant_inclusion_info d, const char *name) {
    __allways_sc_ask_control();
    if (m_process)
      apply(what, d);
    else
      ignore(name);
  }
  void ignore(const char *what);
  void apply(void (sc_process_b::*what)(), sc_descendant_inclusion_info d);
  std::vector<sc_process_b *> targets(sc_descendant_inclusion_info d) const;

  sc_process_b *m_process;
};

sc_process_handle sc_get_last_created_process_handle();
sc_process_handle sc_process_being_made();  // in constructors: the last one
inline sc_process_handle sc_get_current_process_handle() {
  sc_process_b *p = sc_get_current_process_b();
  return p ? sc_process_handle(p) : sc_process_being_made();
}
inline bool sc_is_unwinding() {
  sc_process_b *p = sc_get_current_process_b();
  return p && p->is_unwinding();
}

// --- wait -----------------------------------------------------------------------------------------------------------

ALLWAYS_SC_THIN inline void wait() { sc_waiting_process()->wait_static(); }
ALLWAYS_SC_THIN inline void wait(int n) { sc_waiting_process()->wait_static(n); }
ALLWAYS_SC_THIN inline void wait(const sc_event &e) { sc_waiting_process()->wait_for(e.address()); }
ALLWAYS_SC_THIN inline void wait(const sc_event_or_list &l) { sc_waiting_process()->wait_for(l.events(), l.size(), false); }
ALLWAYS_SC_THIN inline void wait(const sc_event_and_list &l) { sc_waiting_process()->wait_for(l.events(), l.size(), true); }
ALLWAYS_SC_THIN inline void wait(const sc_time &t) { sc_waiting_process()->wait_for(t); }
inline void wait(const sc_time &t, const sc_event &e) {
  void *const events[1] = {e.address()};
  sc_waiting_process()->wait_for(events, 1, false, t);
}
inline void wait(const sc_time &t, const sc_event_or_list &l) {
  sc_waiting_process()->wait_for(l.events(), l.size(), false, t);
}
inline void wait(const sc_time &t, const sc_event_and_list &l) {
  sc_waiting_process()->wait_for(l.events(), l.size(), true, t);
}
template <class N>
inline void wait(N length, sc_time_unit unit) {
  wait(sc_time(length, unit));
}
template <class N>
inline void wait(N length, sc_time_unit unit, const sc_event &e) {
  wait(sc_time(length, unit), e);
}
template <class N>
inline void wait(N length, sc_time_unit unit, const sc_event_or_list &l) {
  wait(sc_time(length, unit), l);
}
template <class N>
inline void wait(N length, sc_time_unit unit, const sc_event_and_list &l) {
  wait(sc_time(length, unit), l);
}

// --- next_trigger ---------------------------------------------------------------------------------------------------

sc_process_b *sc_triggered_process();  // the running method; others: null (nothing to do), an error in threads

void next_trigger();
void next_trigger(const sc_event &e);
void next_trigger(const sc_event_or_list &l);
void next_trigger(const sc_event_and_list &l);
void next_trigger(const sc_time &t);
void next_trigger(const sc_time &t, const sc_event &e);
void next_trigger(const sc_time &t, const sc_event_or_list &l);
void next_trigger(const sc_time &t, const sc_event_and_list &l);
template <class N>
inline void next_trigger(N length, sc_time_unit unit) {
  next_trigger(sc_time(length, unit));
}
template <class N, class L>
inline void next_trigger(N length, sc_time_unit unit, const L &l) {
  next_trigger(sc_time(length, unit), l);
}

bool timed_out();
void sc_halt_process();
inline void halt() {
  __allways_sc_ask_control();
  sc_halt_process();
}
void at_posedge(const sc_signal_in_if<bool> &s);
void at_negedge(const sc_signal_in_if<bool> &s);

}  // namespace sc_core

#endif
