// The run: completing the elaboration, starting and stopping the simulation.
#include <systemc>

namespace sc_core {

sc_simcontext *sc_curr_simcontext;

sc_simcontext *sc_make_simcontext() { return sc_curr_simcontext = new sc_simcontext; }

sc_object *sc_simcontext::current_scope() const {
  if (!elaborating()) return sc_get_current_process_b();
  return m_scopes.empty() ? nullptr : m_scopes[m_scopes.size() - 1];
}

sc_module *sc_simcontext::current_module() const {
  return m_scopes.empty() ? nullptr : dynamic_cast<sc_module *>(m_scopes[m_scopes.size() - 1]);
}

void sc_simcontext::close_scope(sc_object *scope) {
  for (int i = m_scopes.size(); i > 0; i--) {
    if (m_scopes[i - 1] != scope) continue;
    while (m_scopes.size() >= i) m_scopes.pop();
    return;
  }
}

// Does something with parts first..last-1 that are still there: in the order in which they were made, or (as the reference library
// goes through ports and exports) against it.
template <class T, class F>
static void tell(const sc_registry<T> &all, int first, int last, F what) {
  for (; first < last; first++)
    if (T *part = all[first]) what(part);
}
template <class T, class F>
static void tell_backwards(const sc_registry<T> &all, int first, int last, F what) {
  while (last-- > first)
    if (T *part = all[last]) what(part);
}

// --- elaboration ----------------------------------------------------------------------------------------------------

void sc_simcontext::elaborate() {
  if (m_status != SC_ELABORATION) return;
  m_scopes.clear();
  m_status = SC_BEFORE_END_OF_ELABORATION;
  // Callbacks may construct more of the same; it has its turn too.
  int channels = 0, ports = 0, exports = 0, modules = 0;
  while (channels < m_channels.size() || ports < m_ports.size() || exports < m_exports.size() || modules < m_modules.size()) {
    const int known_ports = m_ports.size(), known_exports = m_exports.size();
    tell_backwards(m_ports, ports, known_ports, [](sc_port_base *x) { x->before_end_of_elaboration(); });
    ports = known_ports;
    tell_backwards(m_exports, exports, known_exports, [](sc_export_base *x) { x->before_end_of_elaboration(); });
    exports = known_exports;
    while (channels < m_channels.size()) {
      sc_prim_channel *c = m_channels[channels++];
      if (!c) continue;
      open_scope(c->get_parent_object());
      c->before_end_of_elaboration();
      m_scopes.clear();
    }
    while (modules < m_modules.size()) {
      sc_module *m = m_modules[modules++];
      if (!m) continue;
      m->m_last = nullptr;
      open_scope(m);
      m->before_end_of_elaboration();
      m->m_last = nullptr;
      close_scope(m);
    }
  }
  // The reference library goes through its ports (and exports) backwards: so processes become sensitive to one event in
  // that order, and are woken in the other.
  tell_backwards(m_ports, 0, m_ports.size(), [](sc_port_base *x) { x->complete_binding(); });
  tell_backwards(m_exports, 0, m_exports.size(), [](sc_export_base *x) { x->complete_binding(); });
  for (sc_process_b *p : m_processes) p->bind_resets(false);
  for (int i = m_processes.size(); i-- > 0;) m_processes[i]->bind_resets(true);

  m_status = SC_END_OF_ELABORATION;
  tell_backwards(m_ports, 0, m_ports.size(), [](sc_port_base *x) { x->end_of_elaboration(); });
  tell_backwards(m_exports, 0, m_exports.size(), [](sc_export_base *x) { x->end_of_elaboration(); });
  for (int i = 0; i < m_channels.size(); i++)
    if (sc_prim_channel *c = m_channels[i]) c->end_of_elaboration();
  for (int i = 0; i < m_modules.size(); i++) {
    if (!m_modules[i]) continue;
    open_scope(m_modules[i]);
    m_modules[i]->end_of_elaboration();
    close_scope(m_modules[i]);
  }

  m_status = SC_START_OF_SIMULATION;
  tell_backwards(m_ports, 0, m_ports.size(), [](sc_port_base *x) { x->start_of_simulation(); });
  tell_backwards(m_exports, 0, m_exports.size(), [](sc_export_base *x) { x->start_of_simulation(); });
  tell(m_channels, 0, m_channels.size(), [](sc_prim_channel *x) { x->start_of_simulation(); });
  tell(m_modules, 0, m_modules.size(), [](sc_module *x) { x->start_of_simulation(); });
  for (bool methods : {true, false})
    for (int i = m_processes.size(); i-- > 0;)
      if (m_processes[i]->is_method() == methods) m_processes[i]->warn_if_orphaned();
  for (sc_process_b *p : m_processes) p->arm();
  m_top.objects.make_room();  // processes of modules that go enter there: so that no run has to allocate
  sc_time_used = true;
  m_status = SC_RUNNING;
}

void sc_simcontext::end_simulation() {
  if (m_ended) return;
  m_ended = true;
  m_status = SC_END_OF_SIMULATION;
  tell_backwards(m_ports, 0, m_ports.size(), [](sc_port_base *x) { x->end_of_simulation(); });
  tell_backwards(m_exports, 0, m_exports.size(), [](sc_export_base *x) { x->end_of_simulation(); });
  tell(m_channels, 0, m_channels.size(), [](sc_prim_channel *x) { x->end_of_simulation(); });
  tell(m_modules, 0, m_modules.size(), [](sc_module *x) { x->end_of_simulation(); });
  m_status = SC_STOPPED;
}

void sc_simcontext::read_write_check() {
  const char *asked = getenv("SC_SIGNAL_WRITE_CHECK");
  m_writes_unchecked = asked && !strcmp(asked, "DISABLE");
  m_conflicts_only = asked && !strcmp(asked, "CONFLICT");
}

// --- simulation -----------------------------------------------------------------------------------------------------

// Several bits stand in parentheses. Those without a name are written in hexadecimal digits behind the others; one between them has
// its own place as well, as the library does it.
std::ostream &operator<<(std::ostream &os, sc_status status) {
  static const char *const names[] = {
      "SC_ELABORATION",           "SC_BEFORE_END_OF_ELABORATION", "SC_END_OF_ELABORATION", "SC_START_OF_SIMULATION",
      "SC_RUNNING",               "SC_PAUSED",                    "SC_STOPPED",            "SC_END_OF_SIMULATION",
      "SC_END_OF_INITIALIZATION", "0x200",                        "SC_END_OF_UPDATE",      "SC_BEFORE_TIMESTEP"};
  if (status == SC_UNITIALIZED) return os << "SC_UNITIALIZED";
  if (status == SC_STATUS_ANY) return os << "SC_STATUS_ANY";
  if (status == SC_SUSPENDED) return os << "SC_SUSPENDED";
  const int named = status & SC_STATUS_ANY, others = status & ~SC_STATUS_ANY;
  const bool several = (named & (named - 1)) || (named && others);
  const char *before = several ? "(" : "";
  for (int k = 0; named && k < 12; k++) {
    if (!(status >> k & 1)) continue;
    os << before << names[k];
    before = "|";
  }
  if (others) {
    char digits[16];
    snprintf(digits, sizeof digits, "0x%x", others);
    os << before << digits;
  }
  return several ? os << ')' : os;
}

bool sc_may_notify() {
  const bool paused = sc_get_curr_simcontext()->m_status == SC_PAUSED;  // an update, if the simulation runs
  if (!paused) sc_complain(521);
  return paused;
}

static bool may_start(const sc_simcontext *c) {
  if (sc_get_current_process_b()) sc_error(554);
  if (__allways_sc_caught && c->m_error) sc_error(548);
  if (c->m_ended) sc_complain(546);
  return !c->m_ended;
}

// What is said of the simulation after it returned.
static void has_returned(sc_simcontext *c) {
  c->m_paused = false;
  if (__allways_sc_caught && c->m_error) throw *c->m_error;
  if (c->m_stopped) {
    if (!c->m_ended) sc_report_handler::report(SC_INFO, "/OSCI/SystemC", "Simulation stopped by user.", nullptr, 0);
    if (c->m_status == SC_ELABORATION) {
      c->m_ended = true;  // nothing was begun
      c->m_status = SC_STOPPED;
    }
    c->end_simulation();
  } else {
    c->m_status = SC_PAUSED;
  }
}

enum { sc_instant = -2 };  // to __allways_start: until the time would advance

// --- instant by instant: for traces, and for those who ask how many delta cycles an instant has had. `simulate` only ---

namespace {
class instants {
 public:
  explicit instants(sc_simcontext *context) : c(context), m_first(!context->m_initialised), m_initialises(m_first) {
    c->m_initialised = true;
    for (const sc_trace_file *t : c->m_traces) m_each_delta |= t->each_delta();
  }
  void run(long long units, bool starving);

 private:
  // Runs with the updates of the delta cycle: events that have come in it are known for so long.
  static void updated(void *self) {
    instants *i = static_cast<instants *>(self);
    if (i->m_initialises) __allways_request_update(updated, i);  // it was the initialisation's update phase
    i->m_initialises = false;
    for (sc_trace_file *t : i->c->m_traces) t->look_at_events();
  }
  void look_at_events() { updated(this); }
  bool over() const { return c->m_stopped || c->m_paused || c->m_error; }
  void cycle(bool delta) {
    for (int i = c->m_traces.size(); i-- > 0;) c->m_traces[i]->cycle(delta);
  }
  void delta() {
    c->m_traced_delta = __allways_delta() - c->m_instant_delta;
    __allways_request_update(updated, this);
    __allways_start(0);
    cycle(true);
    look_at_events();
  }
  void instant() {
    if (!m_each_delta) {
      __allways_start(sc_instant);
      return;
    }
    do delta();
    while (!over() && __allways_activity() == 0);
  }
  void advance(long long units) {
    const unsigned long long before = __allways_time();
    c->m_traced_delta = __allways_delta() - c->m_instant_delta;
    cycle(false);
    __allways_start(units);
    if (__allways_time() != before) c->m_instant_delta = __allways_delta();
    if (m_each_delta) look_at_events();
  }

  sc_simcontext *c;
  bool m_first, m_initialises, m_each_delta = false;
};

void instants::run(long long units, bool starving) {
  if (units == 0) {
    delta();
    return;
  }
  const unsigned long long end = units > 0 ? __allways_time() + static_cast<unsigned long long>(units) : ~0ull;
  for (bool woken = true;;) {
    if (woken) instant();
    if (m_first) {  // the reference library looks for delta cycles once more
      c->m_traced_delta = __allways_delta() - c->m_instant_delta;
      cycle(true);
    }
    m_first = false;
    if (over() || units == sc_instant) return;
    const unsigned long long in = __allways_activity(), left = end - __allways_time();
    if (in == ~0ull || in > left) {
      if (!starving && units > 0 && left) advance(static_cast<long long>(left));
      return;
    }
    advance(static_cast<long long>(in));
    if (units > 0 && __allways_time() == end) return;
    woken = __allways_activity() == 0;
  }
}
}  // namespace

void sc_simcontext::run(long long units, bool starving) {
  m_status = SC_RUNNING;
  if (__allways_sc_report_time && (starving || __allways_sc_instants || !m_traces.empty())) {
    instants(this).run(units, starving);
    return;
  }
  bool trace = false;
  for (const sc_trace_file *t : m_traces) trace |= !t->begun();
  if (trace && units) {
    __allways_start(sc_instant);
    if (m_stopped || m_paused) return;
    for (int i = m_traces.size(); i-- > 0;) m_traces[i]->begin();
  }
  __allways_start(units);
}

void sc_elaborate() { sc_get_curr_simcontext()->elaborate(); }

// `simulate` says when nothing has happened, as the reference library.
struct start_point {
  unsigned long long time = 0, delta = 0;
  bool quiet = false;  // it is the first, or something is pending now
  start_point() {
    if (!__allways_sc_report_time) return;
    time = __allways_time();
    delta = __allways_delta();
    quiet = sc_get_status() == SC_ELABORATION || __allways_activity() == 0;
  }
  void warn(const sc_simcontext *c) const {
    if (!__allways_sc_report_time || quiet || c->m_stopped) return;
    if (time == __allways_time() && delta == __allways_delta()) sc_warning(571);
  }
};

void sc_start() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!may_start(c)) return;
  const start_point from;
  c->elaborate();
  if (!c->m_stopped) c->run(-1);
  has_returned(c);
  from.warn(c);
}

void sc_start_for(const sc_time &t, sc_starvation_policy policy) {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (policy != SC_RUN_TO_TIME && !__allways_sc_report_time) __allways_unsupported("sc_start with SC_EXIT_ON_STARVATION");
  if (!may_start(c)) return;
  const start_point from;
  c->elaborate();
  if (static_cast<long long>(t.value()) < 0 && t.value() + __allways_time() < t.value()) sc_error(544);
  if (!c->m_stopped) {
    c->run(static_cast<long long>(t.value()), policy != SC_RUN_TO_TIME);
  }
  has_returned(c);
  from.warn(c);
}

void sc_start(int length) {
  if (length < 0) {
    sc_start();
  } else {
    sc_start_for(sc_time::in_default_units(length), SC_RUN_TO_TIME);
  }
}
void sc_start(double length) {
  if (length < 0) {
    sc_start();
  } else {
    sc_start_for(sc_time::in_default_units(length), SC_RUN_TO_TIME);
  }
}
void sc_initialize() {
  sc_former(sc_former_initialize);
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!may_start(c)) return;
  c->elaborate();
  if (!c->m_stopped) c->run(sc_instant);
  has_returned(c);
}
void sc_cycle(const sc_time &t) {
  sc_former(sc_former_cycle);
  sc_start_for(t, SC_RUN_TO_TIME);
}

void sc_stop() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (c->m_ended || c->m_error) return;
  if (c->m_stopped) {
    static bool said;  // once
    if (!said) sc_warning(545);
    said = true;
    return;
  }
  c->m_stopped = true;
  c->m_stopped_now = c->m_stop_mode == SC_STOP_IMMEDIATE;
  __allways_stop_simulation();
  if (sc_get_current_process_b()) return;
  if (c->m_status == SC_PAUSED || c->m_status == SC_ELABORATION) has_returned(c);
}

void sc_pause() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (c->m_status != SC_RUNNING) return;
  c->m_paused = true;
  __allways_pause();
}

void sc_change_stop_mode(sc_stop_mode mode) {
  if (sc_get_curr_simcontext()->m_status >= SC_RUNNING) return sc_complain(547);
  sc_get_curr_simcontext()->m_stop_mode = mode;
}
sc_stop_mode sc_get_stop_mode() { return sc_get_curr_simcontext()->m_stop_mode; }
sc_status sc_get_status() { return sc_get_curr_simcontext()->m_status; }
bool sc_is_running(const sc_simcontext *) { return (sc_get_status() & (SC_RUNNING | SC_PAUSED)) != 0; }
bool sc_start_of_simulation_invoked() { return sc_get_status() >= SC_RUNNING; }
bool sc_end_of_simulation_invoked() { return sc_get_curr_simcontext()->m_ended; }

// Only in the order of `simulate` is it known what is pending.
static unsigned long long activity(const char *what) {
  if (!__allways_sc_report_time) __allways_unsupported(what);
  return __allways_activity();
}
bool sc_pending_activity_at_current_time(const sc_simcontext *) { return activity("sc_pending_activity_at_current_time") == 0; }
bool sc_pending_activity_at_future_time(const sc_simcontext *) {
  const unsigned long long in = activity("sc_pending_activity_at_future_time");
  return in != 0 && in != ~0ull;
}
bool sc_pending_activity(const sc_simcontext *) { return activity("sc_pending_activity") != ~0ull; }
sc_time sc_time_to_pending_activity(const sc_simcontext *) {
  const unsigned long long in = activity("sc_time_to_pending_activity");
  return in == ~0ull ? sc_max_time() - sc_time_stamp() : sc_time::from_value(in);
}
sc_dt::uint64 sc_delta_count_at_current_time(sc_instants_asked) {
  if (!__allways_sc_report_time) __allways_unsupported("sc_delta_count_at_current_time");
  return __allways_delta() - sc_get_curr_simcontext()->m_instant_delta;
}

void sc_simcontext::initialize(bool) { sc_initialize(); }
void sc_simcontext::cycle(const sc_time &t) { sc_cycle(t); }
void sc_simcontext::simulate(const sc_time &t) { sc_start_for(t, SC_RUN_TO_TIME); }
void sc_simcontext::stop() { sc_stop(); }
sc_curr_proc_handle sc_simcontext::get_curr_proc_info() {
  sc_process_b *self = sc_get_current_process_b();
  m_info.process_handle = self;
  m_info.kind = self ? self->proc_kind() : SC_NO_PROC_;
  return &m_info;
}
sc_object *sc_simcontext::get_current_writer() const { return sc_get_current_process_b(); }
bool sc_simcontext::next_time(sc_time &t) const {
  if (!sc_pending_activity_at_future_time()) return false;
  t = sc_time_stamp() + sc_time_to_pending_activity();
  return true;
}
bool sc_simcontext::pending_activity_at_current_time() const { return sc_pending_activity_at_current_time(); }
sc_dt::uint64 sc_simcontext::delta_count_at_current_time(sc_instants_asked asked) const {
  return sc_delta_count_at_current_time(asked);
}
sc_curr_proc_kind sc_get_curr_process_kind() {
  const sc_process_b *self = sc_get_current_process_b();
  return self ? self->proc_kind() : SC_NO_PROC_;
}

// Programs are run without arguments, unless they start the library themselves.
static const char *const no_arguments[] = {"sc_main", nullptr};
static const char *const *arguments = no_arguments;
static int argument_count = 1;
int sc_argc() { return argument_count; }
const char *const *sc_argv() { return arguments; }

int sc_elab_and_sim(int argc, char *argv[]) {
  char **kept = new char *[argc + 1], **given = new char *[argc + 1];
  for (int i = 0; i < argc; i++) {
    kept[i] = sc_copy_text(argv[i]);
    given[i] = sc_copy_text(argv[i]);
  }
  kept[argc] = given[argc] = nullptr;
  arguments = kept;
  argument_count = argc;
  return sc_main(argc, given);
}
const char *sc_copyright() { return SC_COPYRIGHT; }
const char *sc_release() { return SC_VERSION; }
const char *sc_version() { return "SystemC " SC_VERSION; }

}  // namespace sc_core
