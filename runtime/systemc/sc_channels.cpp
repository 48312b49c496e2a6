// Ports, exports and channels: what does not depend on the type that flows through them.
#include <systemc>

namespace sc_core {

// --- interfaces and ports -------------------------------------------------------------------------------------------

void sc_interface::register_port(sc_port_base &, const char *) {}

const sc_event &sc_interface::default_event() const {
  static sc_event never(sc_kernel_event);
  sc_warning(116, "channel doesn't have a default event", nullptr);
  return never;
}

sc_port_base::sc_port_base(int maximum, sc_port_policy policy) : sc_port_base(sc_gen_unique_name("port"), maximum, policy) {}
sc_port_base::sc_port_base(const char *name, int maximum, sc_port_policy policy)
    : sc_object(name), m_maximum(maximum), m_policy(policy), m_state(open), m_is_parent(false) {
  enter();
}

void sc_port_base::enter() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!c->elaborating()) sc_error(100, "insert port failed", "simulation running");
  c->m_ports.push(this);
  __allways_declare("port", static_cast<sc_object *>(this), name(), nullptr, 0);
}

sc_port_base::~sc_port_base() { sc_get_curr_simcontext()->m_ports.remove(this); }

static void must_be_elaborating(const sc_object *what) {
  if (!sc_get_curr_simcontext()->elaborating())
    sc_error(107, "bind interface to port failed", (std::string(what->name()) + ": simulation running").c_str());
}

void sc_port_base::bind_interface(sc_interface *channel, puller, void *typed) {
  must_be_elaborating(this);
  for (const binding &b : m_bindings)
    if (b.channel == channel)
      sc_error(107, "bind interface to port failed",
               (std::string("interface already bound to port: port '") + name() + "' (" + kind() + ")").c_str());
  m_bindings.push(binding{nullptr, nullptr, channel, typed});
}

void sc_port_base::bind_parent(sc_port_base *parent, puller pull) {
  must_be_elaborating(this);
  if (parent == this) sc_error(108, "bind parent port to port failed", "same port");
  m_bindings.push(binding{parent, pull, nullptr, nullptr});
  parent->m_is_parent = true;
  __allways_bound(static_cast<sc_object *>(this), static_cast<sc_object *>(parent));
}

static sc_text described(const sc_port_base *port, const char *what) {
  sc_text text(what);
  for (const char *part : {": port '", port->name(), "' (", port->kind(), ")"}) text += part;
  return text;
}

void sc_port_base::complete_binding() {
  if (m_state == complete) return;
  if (m_state == resolving) sc_error(109, "complete binding failed", described(this, "ports bound in a circle").c_str());
  m_state = resolving;
  for (const binding &b : m_bindings) {
    if (b.parent) {
      b.parent->complete_binding();
      b.pull(this, b.parent);
    } else {
      add_typed(b.typed);
      if (const sc_object *object = dynamic_cast<const sc_object *>(b.channel))
        __allways_bound(static_cast<sc_object *>(this), object);
    }
  }
  m_state = complete;
  const int n = interface_count();
  if (n == 0 && m_policy != SC_ZERO_OR_MORE_BOUND)
    sc_error(109, "complete binding failed", described(this, "port not bound").c_str());
  if (m_maximum > 0 && n > m_maximum)
    sc_error(109, "complete binding failed", described(this, "more interfaces than allowed").c_str());
  if (m_maximum > 0 && n < m_maximum && m_policy == SC_ALL_BOUND)
    sc_error(109, "complete binding failed", described(this, "fewer interfaces than required").c_str());
  for (int i = 0; i < n && !m_is_parent; i++) interface_at(i)->register_port(*this, if_typename());
  for (const sensitivity &s : m_sensitive) resolve_sensitivity(s);
}

void sc_port_base::make_sensitive(sc_process_b *process, const sc_event_finder *finder) const {
  if (resolved()) {
    resolve_sensitivity(sensitivity{process, finder});
  } else {
    m_sensitive.push(sensitivity{process, finder});
  }
}

void sc_port_base::resolve_sensitivity(const sensitivity &s) const {
  for (int i = 0; i < interface_count(); i++)
    s.process->add_static(s.finder ? s.finder->find_at(i) : interface_at(i)->default_event());
}

// --- exports --------------------------------------------------------------------------------------------------------

sc_export_base::sc_export_base(const char *name) : sc_object(name) {
  sc_get_curr_simcontext()->m_exports.push(this);
  __allways_declare("export", static_cast<sc_object *>(this), this->name(), nullptr, 0);
}
sc_export_base::~sc_export_base() { sc_get_curr_simcontext()->m_exports.remove(this); }
void sc_export_base::note(const sc_interface *channel) {
  if (const sc_object *object = dynamic_cast<const sc_object *>(channel))
    __allways_bound(static_cast<sc_object *>(this), object);
}

// --- primitive channels ---------------------------------------------------------------------------------------------

sc_prim_channel::sc_prim_channel() : sc_object(sc_gen_unique_name("object")) { enter(); }
sc_prim_channel::sc_prim_channel(const char *name) : sc_object(name) { enter(); }
sc_prim_channel::~sc_prim_channel() { sc_get_curr_simcontext()->m_channels.remove(this); }
void sc_prim_channel::enter() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!c->elaborating()) sc_error(113, "insert primitive channel failed", "simulation running");
  c->m_channels.push(this);
}

// --- signals --------------------------------------------------------------------------------------------------------

sc_dt::uint64 sc_signal_value_bytes(std::size_t size, bool trivial) { return trivial && size <= 16 ? size : 0; }

void sc_writers::complain(const sc_object *signal, const sc_process_b *self) const {
  sc_text details;
  for (const char *part : {"\n signal `", signal->name(), "' (", signal->kind(), ")\n first driver `", m_writer->name(),
                           "'  (", m_writer->kind(), ")\n second driver `", self->name(), "' (", self->kind(), ")"})
    details += part;
  sc_error(115, "sc_signal<T> cannot have more than one driver", details.c_str());
}

// Ports may share a signal as long as one process writes.
void sc_writers::register_port(const sc_object *, sc_port_base &, bool, sc_writer_policy) {}

// --- resolved signals -----------------------------------------------------------------------------------------------

sc_dt::sc_logic sc_resolve(const sc_dt::sc_logic &a, const sc_dt::sc_logic &b) {
  if (a == b || b == sc_dt::SC_LOGIC_Z) return a;
  if (a == sc_dt::SC_LOGIC_Z) return b;
  return sc_dt::SC_LOGIC_X;
}

void sc_signal_resolved::write(const sc_dt::sc_logic &value) {
  const sc_process_b *self = sc_get_current_process_b();
  for (sc_driver<sc_dt::sc_logic> &d : m_drivers) {
    if (d.process != self) continue;
    d.value = value;
    request_update();
    return;
  }
  m_drivers.push(sc_driver<sc_dt::sc_logic>{self, value});
  request_update();
}

void sc_signal_resolved::update() {
  if (!m_drivers.empty()) {
    m_next = m_drivers[0].value;
    for (int i = 1; i < m_drivers.size(); i++) m_next = sc_resolve(m_next, m_drivers[i].value);
  }
  commit(false);
}

// --- clocks ---------------------------------------------------------------------------------------------------------

sc_clock::sc_clock() : sc_clock(sc_gen_unique_name("clock")) {}
sc_clock::sc_clock(const char *name)
    : sc_clock(name, sc_time::from_value(sc_time_settings.default_unit), 0.5, SC_ZERO_TIME, true) {}
sc_clock::sc_clock(const char *name, const sc_time &period, double duty_cycle, const sc_time &start_time, bool posedge_first)
    : sc_signal<bool, SC_ONE_WRITER>(name, !posedge_first),
      m_next_posedge(sc_kernel_event),
      m_next_negedge(sc_kernel_event) {
  init(period, duty_cycle, start_time, posedge_first);
}
sc_clock::sc_clock(const char *name, double period, sc_time_unit unit, double duty_cycle)
    : sc_clock(name, sc_time(period, unit), duty_cycle, SC_ZERO_TIME, true) {}
sc_clock::sc_clock(const char *name, double period, sc_time_unit unit, double duty_cycle, double start_time,
                   sc_time_unit start_unit, bool posedge_first)
    : sc_clock(name, sc_time(period, unit), duty_cycle, sc_time(start_time, start_unit), posedge_first) {}
sc_clock::sc_clock(const char *name, double period, double duty_cycle, double start_time, bool posedge_first)
    : sc_clock(name, sc_time::in_default_units(period), duty_cycle, sc_time::in_default_units(start_time), posedge_first) {
  sc_former(sc_former_clock);
}

void sc_clock::init(const sc_time &period, double duty_cycle, const sc_time &start_time, bool posedge_first) {
  if (period == SC_ZERO_TIME) sc_error(123, "sc_clock period is zero", name());
  m_period = period;
  m_posedge_first = posedge_first;
  m_duty_cycle = duty_cycle <= 0.0 || duty_cycle >= 1.0 ? 0.5 : duty_cycle;
  m_high = period * m_duty_cycle;
  m_low = period - m_high;
  m_start_time = start_time;
  if (m_high == SC_ZERO_TIME) sc_error(124, "sc_clock high time is zero", name());
  if (m_low == SC_ZERO_TIME) sc_error(125, "sc_clock low time is zero", name());
}

void sc_clock::write(const bool &) { sc_error(122, "attempt to write the value of an sc_clock instance", name()); }

void sc_clock::rise(void *data) {
  sc_clock *clock = static_cast<sc_clock *>(data);
  clock->m_next_negedge.notify(clock->m_high);
  clock->next(true);
}
void sc_clock::fall(void *data) {
  sc_clock *clock = static_cast<sc_clock *>(data);
  clock->m_next_posedge.notify(clock->m_low);
  clock->next(false);
}

void sc_clock::before_end_of_elaboration() {
  const char *const ends[2] = {"_posedge_action", "_negedge_action"};
  for (int i = 0; i < 2; i++) {
    std::string full = std::string(basename()) + ends[i];
    sc_process_b *p = new sc_process_b(sc_gen_unique_name(full.c_str()), SC_METHOD_PROC_, i ? &fall : &rise, this, nullptr, false);
    p->add_static(i ? m_next_negedge : m_next_posedge);
    p->dont_initialize();
  }
  (m_posedge_first ? m_next_posedge : m_next_negedge).notify(m_start_time);
}

// --- event queues ---------------------------------------------------------------------------------------------------

sc_event_queue::sc_event_queue(sc_module_name name) : sc_module(name), m_event(sc_kernel_event, this) {
  SC_METHOD(fire_event);
  sensitive << m_event;
  dont_initialize();
}

void sc_event_queue::notify(const sc_time &t) {
  const sc_dt::uint64 now = __allways_time(), due = now + t.value();
  m_due.push(due);
  int i = m_due.size() - 1;
  for (; i > 0 && m_due[i - 1] > due; i--) m_due[i] = m_due[i - 1];
  m_due[i] = due;
  m_event.notify(sc_time::from_value(m_due[0] - now));
}

void sc_event_queue::fire_event() {
  for (int i = 1; i < m_due.size(); i++) m_due[i - 1] = m_due[i];
  if (!m_due.empty()) m_due.pop();
  if (!m_due.empty()) m_event.notify(sc_time::from_value(m_due[0] - __allways_time()));
}

void sc_event_queue::cancel_all() {
  m_due.clear();
  m_event.cancel();
}

// --- vectors and traces ---------------------------------------------------------------------------------------------

std::string sc_vector_base::element_name(size_type i) const {
  char digits[24];
  int at = 24;
  do digits[--at] = static_cast<char>('0' + i % 10);
  while (i /= 10);
  return std::string(basename()) + "_" + std::string(digits + at, static_cast<std::size_t>(24 - at));
}

sc_trace_file *sc_create_vcd_trace_file(const char *name) {
  sc_trace_file *file = new sc_trace_file((std::string(name) + ".vcd").c_str());
  sc_get_curr_simcontext()->m_traces.push(file);
  return file;
}
void sc_close_vcd_trace_file(sc_trace_file *file) {
  if (!file->begun()) sc_warning(715, "trace file closed before any cycles were traced, file not written", file->name());
  sc_get_curr_simcontext()->m_traces.remove(file);
  delete file;
}
sc_trace_file *sc_create_wif_trace_file(const char *name) {
  sc_trace_file *file = new sc_trace_file((std::string(name) + ".awif").c_str());
  sc_get_curr_simcontext()->m_traces.push(file);
  return file;
}
void sc_close_wif_trace_file(sc_trace_file *file) { sc_close_vcd_trace_file(file); }

void sc_trace_file::set_time_unit(double length, sc_time_unit unit) {
  static const char *const units[] = {"fs", "ps", "ns", "us", "ms", "sec"};
  m_unit_set = true;
  double fs = length * static_cast<double>(sc_unit_in_fs(unit));
  int zeros = 0;
  for (; zeros < 17 && fs > 5.0; zeros++) fs /= 10.0;
  const char *const tens[] = {"1 ", "10 ", "100 "};
  const std::string text = std::string(tens[zeros % 3]) + units[zeros / 3] + " (" + m_name + ")";
  sc_report_handler::report(SC_INFO, 703, text.c_str(), nullptr, 0);
}

void sc_trace_file::begin() {
  if (m_begun) return;
  m_begun = true;
  if (m_unit_set) return;
  const std::string text = sc_get_time_resolution().to_string() + " (" + m_name + ")";
  sc_report_handler::report(SC_INFO, 702, text.c_str(), nullptr, 0);
}

void sc_trace_declare(sc_trace_file *, const void *value, std::size_t bytes, const std::string &name) {
  __allways_declare("signal", value, name.c_str(), value, bytes);
}
void sc_trace(sc_trace_file *, const sc_event &, const std::string &) {}
void sc_trace(sc_trace_file *file, const sc_time &time, const std::string &name) { sc_trace_value(file, time, name); }

}  // namespace sc_core
