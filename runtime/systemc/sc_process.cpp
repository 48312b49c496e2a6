// Processes: their life, waiting, control.
#include <systemc>

namespace sc_core {

sc_process_b::sc_process_b(const char *name, sc_curr_proc_kind kind, body run, void *host, void (*drop)(void *), bool dynamic)
    : sc_object(name),
      m_body(run),
      m_host(host),
      m_drop(drop),
      m_number(0),
      m_kind(kind),
      m_dynamic(dynamic),
      m_late(false),
      m_initialize(kind != SC_CTHREAD_PROC_),
      m_terminated_event(sc_term_event, this),
      m_reset_event(sc_reset_event, this),
      m_resume_event(sc_kernel_event),
      m_terminated(false),
      m_suspended(false),
      m_disabled(false),
      m_unwinding(false),
      m_timed_out(false),
      m_in_timed_wait(false),
      m_always_reset(false),
      m_started(false),
      m_woken_suspended(false),
      m_pending(nothing),
      m_thrower(nullptr),
      m_disabled_in(0),
      m_reset_while_disabled(false),
      m_called_by_reset(false),
      m_handles(0),
      m_watched(false),
      m_triggered(false),
      m_trigger_all(false),
      m_trigger_timed(false),
      m_trigger_time(0) {
  sc_simcontext *c = sc_get_curr_simcontext();
  const bool method = kind == SC_METHOD_PROC_;
  m_number = method ? __allways_process(&run_method, this, this->name(), __ALLWAYS_METHOD)
                    : __allways_process(&run_thread, this, this->name(), 0);
  m_late = !c->elaborating();
  if (!m_late) c->m_processes.push(this);
  c->m_last_process = this;
}

sc_process_b::~sc_process_b() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (c->m_last_process == this) c->m_last_process = nullptr;
  for (const sc_reset_source &r : m_resets)
    if (r.asynchronous && r.signal)
      if (sc_reset *reset = r.signal->is_reset()) reset->remove(this);
  if (m_drop) m_drop(m_host);
  delete m_thrower;
}

const char *sc_process_b::kind() const {
  return m_kind == SC_METHOD_PROC_ ? "sc_method_process" : m_kind == SC_THREAD_PROC_ ? "sc_thread_process"
                                                                                    : "sc_cthread_process";
}

void sc_process_b::release() {
  if (!m_dynamic && !__allways_sc_children) return;
  if (--m_handles == 0 && m_terminated) leave();
}

// A process that has ended goes when nobody has a handle of it and the processes that it made are gone; then perhaps the one
// that made it.
void sc_process_b::leave() {
  for (sc_process_b *p = this; p && (p->m_dynamic || __allways_sc_children) && p->m_terminated && !p->m_handles;) {
    if (!p->child_objects().empty()) return;
    sc_object *parent = p->get_parent_object();
    delete p;
    p = dynamic_cast<sc_process_b *>(parent);
  }
}

// --- sensitivity ----------------------------------------------------------------------------------------------------

void sc_process_b::add_static(const sc_event &e) {
  for (void *known : m_static)
    if (known == e.address()) return;
  m_static.push(e.address());
  __allways_sensitive(m_number, &e);
}
void sc_process_b::add_static(const sc_interface &channel) { add_static(channel.default_event()); }
void sc_process_b::add_static(const sc_port_base &port) { port.make_sensitive(this, nullptr); }
void sc_process_b::add_static(const sc_event_finder &finder) { finder.port().make_sensitive(this, &finder); }

void sc_process_b::add_reset(const sc_reset_source &source) { m_resets.push(source); }

// Signals are told of the processes that named them first, then, backwards, of those that named ports.
void sc_process_b::bind_resets(bool by_ports) {
  for (int i = 0; i < m_resets.size(); i++) {
    sc_reset_source &r = m_resets[by_ports ? m_resets.size() - 1 - i : i];
    if (by_ports == !r.port) continue;
    if (by_ports) {
      if (!r.port->interface_count()) sc_error_of(112, "port is not bound", "port", r.port);
      r.signal = dynamic_cast<const sc_signal_in_if<bool> *>(r.port->interface_at(0));
    }
    if (!r.signal) sc_error_of(118, "reset_signal_is: wrong type", "port", r.port);
    if (r.asynchronous) {
      const sc_event &edge = r.level ? r.signal->posedge_event() : r.signal->negedge_event();
      m_reset_events.push(edge.address());
      if (sc_reset *reset = r.signal->is_reset()) reset->add(this, r.level);
    }
  }
}

// What wakes a process that waits for these events: its asynchronous resets, too.
sc_list<void *> sc_process_b::with_resets(void *const *events, int count) const {
  sc_list<void *> all;
  for (int i = 0; i < count; i++) all.push(events[i]);
  all.append(m_reset_events);
  return all;
}

// A reset that is asynchronous reaches a disabled process, which stays disabled. `simulate` only: elsewhere such a process is woken anyway.
// A method that has not run yet is called for the reset, and again because the simulation begins.
void sc_process_b::reset_begins() {
  if (__allways_sc_report_time && is_method() && m_initialize && !m_started) m_called_by_reset = true;
  if (__allways_sc_report_time && !m_disabled && !m_terminated) __allways_enable(m_number);  // it comes before others
  if (m_disabled && !m_terminated && __allways_sc_report_time) {
    m_reset_while_disabled = true;
    __allways_enable(m_number);
  }
}
void sc_reset::changed(bool value) const {
  for (const target &t : m_targets)
    if (t.level == value) t.process->reset_begins();
}
void sc_reset::remove(const sc_process_b *process) {
  sc_list<target> kept;
  for (const target &t : m_targets)
    if (t.process != process) kept.push(t);
  m_targets = kept;
}

void sc_process_b::warn_if_orphaned() {
  if ((m_initialize && !m_disabled) || !m_static.empty()) return;
  sc_warning(558, name());
}
void sc_process_b::arm() {
  if (!m_static.empty()) __allways_sensitive(-m_number, m_static.begin());
  if (m_initialize) return;
  if (m_reset_events.empty()) {
    __allways_arm(m_number, m_static.begin(), m_static.size());
  } else {
    const sc_list<void *> events = with_resets(m_static.begin(), m_static.size());
    __allways_arm(m_number, events.begin(), events.size());
  }
}

bool sc_process_b::in_reset() const {
  if (m_always_reset) return true;
  for (const sc_reset_source &r : m_resets)
    if (r.signal->read() == r.level) return true;
  return false;
}

// --- life -----------------------------------------------------------------------------------------------------------

void sc_process_b::run_thread(void *data) {
  sc_process_b *self = static_cast<sc_process_b *>(data);
  if (__allways_sc_control) {
    self->begin();
    self->call_caught();
  } else {
    self->m_body(self->m_host);
  }
  self->end();
}

void sc_process_b::run_method(void *data) {
  sc_process_b *self = static_cast<sc_process_b *>(data);
  if (__allways_sc_control) {
    self->begin();
    if (self->m_called_by_reset) self->call_caught();
  }
  for (;;) {
    if (__allways_sc_control) {
      self->call_caught();
      if (self->m_terminated || self->m_pending == killed) break;
    } else {
      self->m_body(self->m_host);
    }
    if (self->m_triggered) {
      self->await_trigger();
    } else {
      self->hold(self->m_static.begin(), self->m_static.size(), false, false, 0);
    }
  }
  self->end();
}

sc_unwind_exception::~sc_unwind_exception() {
  sc_process_b *self = sc_get_current_process_b();
  if (m_thrown && self && self->is_unwinding())
    sc_fatal(539, self->name());
}

// After an immediate stop nobody goes on.
static void sc_hold_stopped() {
  if (!sc_get_curr_simcontext()->m_stopped_now) return;
  for (;;) __allways_wait(nullptr, 0, false);
}

// What has happened to a process before its first run.
void sc_process_b::begin() {
  sc_hold_stopped();
  while (m_suspended) {
    void *const events[1] = {m_resume_event.address()};
    __allways_wait(events, 1, false);
    if (m_pending) break;
  }
  // One who was runnable already when it was disabled runs.
  const bool woken_disabled = !m_initialize && !__allways_sc_report_time;
  if (m_disabled && woken_disabled && m_disabled_in == __allways_delta() + 1) __allways_unsupported("a wake-up in the delta cycle of disable()");
  if (!m_disabled_in || woken_disabled) {
    const sc_list<void *> events = with_resets(m_static.begin(), m_static.size());
    while (m_disabled && !m_pending && !reaches_disabled()) __allways_wait(events.begin(), events.size(), false);
  }
  m_started = true;
  if (m_pending == was_reset || m_pending == thrown) m_pending = nothing;
}

struct sc_halted {};

// The body, again after each reset, until it ends or is killed.
void sc_process_b::call() {
  while (m_pending != killed) {
    try {
      m_body(m_host);
      return;
    } catch (const sc_halted &) {
      std::cout << "Terminating process " << name() << std::endl;
      return;
    } catch (const sc_unwind_exception &x) {
      m_unwinding = false;
      if (!x.is_reset()) {
        m_pending = killed;
        return;
      }
      __allways_notify(m_reset_event.address());
      m_triggered = false;  // a method is called again, too
    }
  }
}

// What leaves a process ends the simulation at once and leaves sc_start, as a report.
static sc_report *sc_leaving() {
  try {
    try {
      throw;
    } catch (const sc_report &) {
      throw;
    } catch (const std::exception &x) {
      sc_error(549, x.what());
    } catch (const char *x) {
      sc_error(549, x);
    } catch (...) {
      sc_error(549, "UNKNOWN EXCEPTION");
    }
  } catch (const sc_report &x) {
    return new sc_report(x);
  }
}
void sc_process_b::call_caught() {
  if (!__allways_sc_caught) return call();
  try {
    call();
  } catch (...) {
    sc_simcontext *c = sc_get_curr_simcontext();
    c->m_error = sc_leaving();
    c->m_stopped_now = true;
    m_pending = killed;
    __allways_stop_simulation();
  }
}

void sc_process_b::end() {
  m_terminated = true;
  m_pending = nothing;
  if (m_watched) __allways_notify(m_terminated_event.address());
  if (!m_handles) leave();
}

// --- waiting --------------------------------------------------------------------------------------------------------

sc_process_b *sc_no_waiting_process() { sc_error(519, "\n        in SC_METHODs use next_trigger() instead"); }

// May it wait?
bool sc_process_b::is_thread() const {
  if (is_method()) sc_complain(519, "\n        in SC_METHODs use next_trigger() instead");
  return !is_method();
}

// The kernel's operations want to know whether all or any is meant when they are compiled.
static bool sleep(void *const *events, int count, bool all, bool timed, long long t) {
  if (timed) return all ? __allways_wait_time(events, count, true, t) : __allways_wait_time(events, count, false, t);
  if (all) {
    __allways_wait(events, count, true);
  } else {
    __allways_wait(events, count, false);
  }
  return false;
}

bool sc_process_b::hold(void *const *events, int count, bool all, bool timed, long long t) {
  if (m_timed_out) m_timed_out = false;
  return __allways_sc_control ? hold_controlled(events, count, all, timed, t) : sleep(events, count, all, timed, t);
}

// Throws what another process has asked for.
void sc_process_b::raise() {
  const unwinding how = m_pending;
  if (is_method()) {
    if (how != killed) m_pending = nothing;
    if (how == was_reset) __allways_notify(m_reset_event.address());
    return;
  }
  m_pending = nothing;
  if (how == thrown) {
    sc_thrower *thrower = m_thrower;
    m_thrower = nullptr;
    thrower->raise();
  }
  m_unwinding = true;
  throw sc_unwind_exception(how == was_reset);
}

// Has an asynchronous reset begun while the process is disabled?
bool sc_process_b::reaches_disabled() {
  if (__allways_sc_report_time) {
    if (m_reset_while_disabled && m_disabled) __allways_disable(m_number);
    const bool reached = m_reset_while_disabled;
    m_reset_while_disabled = false;
    return reached || !m_disabled;
  }
  for (const sc_reset_source &r : m_resets)
    if (r.asynchronous && r.signal->read() == r.level) return true;
  return false;
}

// One who was woken while it was suspended, and then caught what was thrown to it, goes on from its next wait when it is resumed.
bool sc_process_b::goes_on_when_resumed() {
  if (!m_woken_suspended) return false;
  while (m_suspended && !m_pending) {
    void *const resumed[1] = {m_resume_event.address()};
    __allways_wait(resumed, 1, false);
  }
  if (!m_pending) {
    m_woken_suspended = false;
    return true;
  }
  if (m_pending != thrown) m_woken_suspended = false;
  raise();
  return true;
}

bool sc_process_b::hold_controlled(void *const *events, int count, bool all, bool timed, long long t) {
  sc_list<void *> more;
  if (!m_reset_events.empty()) {
    if (all && count > 1) __allways_unsupported("an and-list in a process with an asynchronous reset");
    more = with_resets(events, count);
    events = more.begin();
    count = more.size();
    all = false;
  }
  const unsigned long long until = timed ? __allways_time() + static_cast<unsigned long long>(t) : 0;
  if (goes_on_when_resumed()) return false;
  for (;;) {
    m_in_timed_wait = timed;
    const bool late = sleep(events, count, all, timed, static_cast<long long>(timed ? until - __allways_time() : 0));
    m_in_timed_wait = false;
    sc_hold_stopped();
    const bool woken = !m_pending;
    while (m_suspended && !m_pending) {
      void *const resumed[1] = {m_resume_event.address()};
      __allways_wait(resumed, 1, false);
    }
    if (m_pending) {
      m_woken_suspended = m_suspended && woken && m_pending == thrown && !is_method();
      raise();
      return false;
    }
    if (m_disabled && !reaches_disabled() && !__allways_sc_report_time) {
      if (all && count > 1) __allways_unsupported("disable() of a process that waits for all of several events");
      // One who was runnable already still runs, one who is woken afterwards does not.
      if (m_disabled_in == __allways_delta() + 1) __allways_unsupported("a wake-up in the delta cycle of disable()");
      if (late) timed = false;
      continue;
    }
    if (!in_reset()) return late;
    if (is_method()) {
      __allways_notify(m_reset_event.address());
      return late;
    }
    m_unwinding = true;
    throw sc_unwind_exception(true);
  }
}

void sc_process_b::wait_static(int times) {
  if (!is_thread()) return;
  if (times <= 0) sc_complain(525, ("n = " + std::to_string(times)).c_str());
  for (int i = 0; i < times; i++) hold(m_static.begin(), m_static.size(), false, false, 0);
}
void sc_process_b::wait_for_one(void *event) {
  void *const events[1] = {event};
  wait_for(events, 1, false);
}
// A clocked thread goes on at its next edge, as in the reference library; the standard gives it waits for edges alone.
void sc_process_b::wait_for(void *const *events, int count, bool all) {
  if (!is_thread()) return;
  if (!count) sc_error(565, "wait() on empty event list not allowed");
  if (m_kind == SC_CTHREAD_PROC_) sc_former(count > 1 && !all ? sc_former_cthread_list : sc_former_cthread_wait);
  hold(events, count, all, false, 0);
  if (m_kind == SC_CTHREAD_PROC_) wait_static();
}
bool sc_process_b::wait_for(void *const *events, int count, bool all, const sc_time &t) {
  if (!is_thread()) return false;
  if (m_kind == SC_CTHREAD_PROC_) sc_former(sc_former_cthread_wait);
  const bool late = hold(events, count, all, true, static_cast<long long>(t.value()));
  m_timed_out = count && late;
  if (m_kind == SC_CTHREAD_PROC_) wait_static();
  return late;
}

// --- triggers of methods --------------------------------------------------------------------------------------------

void sc_process_b::trigger_static() {
  m_triggered = false;
  m_trigger_events.clear();
}

void sc_process_b::trigger(void *const *events, int count, bool all, const sc_time *t) {
  m_triggered = true;
  m_trigger_events.clear();
  for (int i = 0; i < count; i++) m_trigger_events.push(events[i]);
  m_trigger_all = all;
  m_trigger_timed = t != nullptr;
  m_trigger_time = t ? static_cast<long long>(t->value()) : 0;
  if (t && __allways_sc_report_time) __allways_reserve(m_trigger_time);
}

// Leaves nothing behind that would tell states apart.
void sc_process_b::await_trigger() {
  const bool late = hold(m_trigger_events.begin(), m_trigger_events.size(), m_trigger_all, m_trigger_timed, m_trigger_time);
  m_timed_out = m_trigger_timed && !m_trigger_events.empty() && late;
  m_triggered = m_trigger_all = m_trigger_timed = false;
  m_trigger_time = 0;
  m_trigger_events = sc_list<void *>();
}

sc_process_b *sc_triggered_process() {
  sc_process_b *self = sc_get_current_process_b();
  if (!self || !self->is_method())
    sc_error(520, "\n        in SC_THREADs and SC_CTHREADs use wait() instead");
  return self;
}

void next_trigger() { sc_triggered_process()->trigger_static(); }
void next_trigger(const sc_event &e) {
  void *const events[1] = {e.address()};
  sc_triggered_process()->trigger(events, 1, false, nullptr);
}
void next_trigger(const sc_event_or_list &l) { sc_triggered_process()->trigger(l.events(), l.size(), false, nullptr); }
void next_trigger(const sc_event_and_list &l) { sc_triggered_process()->trigger(l.events(), l.size(), true, nullptr); }
void next_trigger(const sc_time &t) { sc_triggered_process()->trigger(nullptr, 0, false, &t); }
void next_trigger(const sc_time &t, const sc_event &e) {
  void *const events[1] = {e.address()};
  sc_triggered_process()->trigger(events, 1, false, &t);
}
void next_trigger(const sc_time &t, const sc_event_or_list &l) {
  sc_triggered_process()->trigger(l.events(), l.size(), false, &t);
}
void next_trigger(const sc_time &t, const sc_event_and_list &l) {
  sc_triggered_process()->trigger(l.events(), l.size(), true, &t);
}

sc_process_b *sc_get_curr_process_handle() {
  sc_former(sc_former_process_handle);
  return sc_get_current_process_b();
}

bool timed_out() {
  sc_former(sc_former_timed_out);
  sc_process_b *self = sc_get_current_process_b();
  return self && self->timed_out();
}

// As in the reference library, the process ends at its next edge.
void sc_halt_process() {
  const sc_process_b *self = sc_get_current_process_b();
  if (!self || self->proc_kind() != SC_CTHREAD_PROC_) sc_error(522);
  wait();
  throw sc_halted();
}
void at_posedge(const sc_signal_in_if<bool> &s) {
  do wait();
  while (s.read());
  do wait();
  while (!s.read());
}
void at_negedge(const sc_signal_in_if<bool> &s) {
  do wait();
  while (!s.read());
  do wait();
  while (s.read());
}

// --- control --------------------------------------------------------------------------------------------------------

void sc_process_b::suspend() {
  if (!m_resets.empty())
    undefined(is_method() ? "attempt to suspend a method that has a reset signal" : "attempt to suspend a thread that has a reset signal");
  else if (m_always_reset)
    undefined(is_method() ? "attempt to suspend a method in synchronous reset" : "attempt to suspend a thread in synchronous reset");
  if (m_terminated || m_suspended) return;
  m_suspended = true;
  if (sc_get_current_process_b() != this || is_method()) return;
  void *const events[1] = {m_resume_event.address()};
  while (m_suspended && !m_pending) __allways_wait(events, 1, false);
  if (m_pending) raise();
}

bool sc_allow_process_control_corners;

// What the standard leaves open is an error, as with the reference library.
void sc_process_b::undefined(const char *what) {
  if (sc_allow_process_control_corners) return;
  const std::string text = std::string(what) + ": " + name();
  sc_complain(559, text.c_str());
}

void sc_process_b::resume() {
  if (!m_suspended) return;
  m_suspended = false;
  if (m_disabled)
    undefined(is_method() ? "call to resume() on a disabled suspended method" : "call to resume() on a disabled suspended thread");
  __allways_notify(m_resume_event.address());
}

void sc_process_b::disable() {
  if (m_in_timed_wait && !__allways_sc_version_3)
    undefined(is_method() ? "attempt to disable a method with timeout wait" : "attempt to disable a thread with timeout wait");
  if (m_disabled) return;
  m_disabled = true;
  if (sc_is_running()) m_disabled_in = __allways_sc_report_time ? 1 : __allways_delta() + 1;
  if (__allways_sc_report_time) __allways_disable(m_number);
}

void sc_process_b::enable() {
  m_disabled = false;
  m_disabled_in = 0;
  if (__allways_sc_report_time) __allways_enable(m_number);
}

void sc_process_b::interrupt(unwinding how) {
  if (m_terminated) return;
  if (sc_get_current_process_b() == this) {
    m_pending = how;
    if (!is_method()) raise();
    m_unwinding = true;
    m_pending = nothing;
    throw sc_unwind_exception(how == was_reset);
  }
  m_pending = how;
  m_suspended = m_suspended && how != killed;
  __allways_switch_to(m_number);
}

void sc_process_b::kill() {
  if (!sc_is_running()) return sc_complain(572, name());
  m_suspended = false;
  interrupt(killed);
}
void sc_process_b::reset() {
  if (sc_get_status() != SC_RUNNING) return sc_complain(573, name());
  interrupt(was_reset);
}
void sc_process_b::throw_it(sc_thrower *thrower) {
  if (sc_get_status() != SC_RUNNING) {
    delete thrower;
    return sc_complain(574, name());
  }
  if (m_terminated || is_method() || !m_started) {
    delete thrower;
    if (!m_terminated) sc_warning(556, name());
    return;
  }
  delete m_thrower;
  m_thrower = thrower;
  interrupt(thrown);
}

// An event that would wake the process that notifies it: ignored, as everywhere; `simulate` says so once.
void sc_note_notification(const sc_event *e) {
  if (sc_process_b *self = sc_get_current_process_b()) self->note_self_notification(e);
}
void sc_process_b::note_self_notification(const sc_event *e) {
  static bool said;
  if (said || (m_triggered && is_method())) return;
  for (void *known : m_static) {
    if (known != e->address()) continue;
    said = true;
    sc_warning(536, name());
    return;
  }
}

// --- handles --------------------------------------------------------------------------------------------------------

sc_process_handle::sc_process_handle(sc_object *object) : m_process(dynamic_cast<sc_process_b *>(object)) { refer(); }

static const std::vector<sc_object *> no_objects;
static const std::vector<sc_event *> no_events;

const std::vector<sc_object *> &sc_process_handle::get_child_objects(sc_children_asked) const {
  return m_process ? m_process->child_objects() : no_objects;
}
const std::vector<sc_event *> &sc_process_handle::get_child_events() const {
  return m_process ? m_process->get_child_events() : no_events;
}

static sc_event &no_event(const char *what) {
  static sc_event none(sc_kernel_event);
  sc_warning(570, what);
  return none;
}

const sc_event &sc_process_handle::terminated_event() const {
  return m_process ? m_process->terminated_event() : no_event("terminated_event()");
}
sc_event &sc_process_handle::reset_event() const { return m_process ? m_process->reset_event() : no_event("reset_event()"); }

static void apply_below(sc_object *object, void (sc_process_b::*what)()) {
  const std::vector<sc_object *> children = object->child_objects();
  for (sc_object *child : children) {
    apply_below(child, what);
    if (sc_process_b *process = dynamic_cast<sc_process_b *>(child)) (process->*what)();
  }
}

void sc_process_handle::ignore(const char *what) {
  sc_warning(570, what);
}

static void gather(sc_object *object, std::vector<sc_process_b *> &to) {
  for (sc_object *child : object->child_objects()) {
    gather(child, to);
    if (sc_process_b *process = dynamic_cast<sc_process_b *>(child)) to.push_back(process);
  }
}
std::vector<sc_process_b *> sc_process_handle::targets(sc_descendant_inclusion_info d) const {
  std::vector<sc_process_b *> all;
  if (d == SC_INCLUDE_DESCENDANTS) gather(m_process, all);
  all.push_back(m_process);
  return all;
}

void sc_process_handle::apply(void (sc_process_b::*what)(), sc_descendant_inclusion_info d) {
  if (d == SC_INCLUDE_DESCENDANTS) apply_below(m_process, what);
  (m_process->*what)();
}

sc_process_handle sc_process_being_made() {
  return sc_is_running() ? sc_process_handle() : sc_get_last_created_process_handle();
}
sc_process_handle sc_get_last_created_process_handle() {
  return sc_process_handle(sc_get_curr_simcontext()->m_last_process);
}

// --- sc_spawn -------------------------------------------------------------------------------------------------------

sc_process_handle sc_spawn_process(const char *name, const sc_spawn_options *options, sc_process_b::body run, void *host,
                                   void (*drop)(void *)) {
  const bool method = options && options->is_method();
  if (!name || !*name) name = sc_gen_unique_name(method ? "method_p" : "thread_p");
  sc_process_b *process = new sc_process_b(name, method ? SC_METHOD_PROC_ : SC_THREAD_PROC_, run, host, drop, true);
  sc_process_handle handle(process);
  if (options) options->apply(process);
  return handle;
}

void sc_spawn_options::set_sensitivity(sc_export_base *e) { m_channels.push(e->get_interface()); }

void sc_spawn_options::add_reset(const sc_signal_in_if<bool> &signal, bool level, bool asynchronous) {
  m_resets.push({&signal, nullptr, level, asynchronous});
}
void sc_spawn_options::add_reset(const sc_port_base &port, bool level, bool asynchronous) {
  m_resets.push({nullptr, &port, level, asynchronous});
}

void sc_spawn_options::apply(sc_process_b *process) const {
  for (const sc_event *e : m_events) process->add_static(*e);
  for (sc_port_base *p : m_ports) process->add_static(*p);
  for (sc_interface *i : m_channels) process->add_static(*i);
  for (sc_event_finder *f : m_finders) process->add_static(*f);
  for (const sc_reset_source &r : m_resets) process->add_reset(r);
  if (!m_initialize) process->dont_initialize();
  if (sc_get_curr_simcontext()->elaborating()) return;
  process->bind_resets(false);
  process->bind_resets(true);
  process->warn_if_orphaned();
  process->arm();
}

int sc_join::process_count() const {
  int n = 0;
  for (const sc_process_handle &p : m_processes) n += !p.terminated();
  return n;
}

void sc_join::wait() {
  for (const sc_process_handle &p : m_processes)
    if (!p.terminated()) sc_core::wait(p.terminated_event());
}

}  // namespace sc_core
