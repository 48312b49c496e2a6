// Ports, exports and channels: what does not depend on the type that flows through them.
#include <systemc>

namespace sc_core {

// --- interfaces and ports -------------------------------------------------------------------------------------------

void sc_interface::register_port(sc_port_base &, const char *) {}

const sc_event &sc_interface::default_event() const {
  static sc_event never(sc_kernel_event);
  sc_warning(116);
  return never;
}

sc_port_base::sc_port_base(int maximum, sc_port_policy policy) : sc_port_base(sc_gen_unique_name("port"), maximum, policy) {}
sc_port_base::sc_port_base(const char *name, int maximum, sc_port_policy policy)
    : sc_object(name), m_maximum(maximum), m_policy(policy), m_state(open), m_is_parent(false), m_added(0) {
  enter();
}

void sc_port_base::enter() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!c->elaborating() || !c->current_module()) {
    if (c->elaborating()) sc_complain_of(100, "", "port", this);
    else sc_complain_of(110, "simulation running", "port", this);
    m_state = complete;
    m_place = -1;
    return;
  }
  c->m_ports.push(this);
  __allways_declare("port", static_cast<sc_object *>(this), name(), nullptr, 0);
}

sc_port_base::~sc_port_base() {
  if (m_place >= 0) sc_get_curr_simcontext()->m_ports.remove(this);
  else sc_complain(111, (std::string("port not registered: port '") + name() + "' (sc_port_base)").c_str());
}

static bool can_be_bound(const sc_object *what) {
  const bool elaborating = sc_get_curr_simcontext()->elaborating();
  if (!elaborating) sc_complain_of(107, "simulation running", "port", what);
  return elaborating;
}

void sc_port_base::bind_interface(sc_interface *channel, puller, void *typed) {
  if (!can_be_bound(this)) return;
  m_bindings.push(binding{nullptr, nullptr, channel, typed});
  if (m_bindings.size() != m_added + 1) return;  // behind a port: known when that is bound
  add_typed(typed);
  m_added++;
}

void sc_port_base::bind_parent(sc_port_base *parent, puller pull) {
  if (!can_be_bound(this)) return;
  if (parent == this) return sc_complain_of(108, "same port", "port", this);
  m_bindings.push(binding{parent, pull, nullptr, nullptr});
  parent->m_is_parent = true;
  __allways_bound(static_cast<sc_object *>(this), static_cast<sc_object *>(parent));
}

void sc_port_base::miscounted(int n, const char *what, const char *end) const {
  const std::string text = std::to_string(n) + what + std::to_string(m_maximum) + end;
  sc_complain_of(109, text.c_str(), "port", this);
}

void sc_port_base::complete_binding() {
  if (m_state == complete) return;
  if (m_state == resolving) sc_error_of(109, "ports bound in a circle", "port", this);
  m_state = resolving;
  for (int i = 0; i < m_bindings.size(); i++) {
    const binding &b = m_bindings[i];
    if (b.parent) {
      b.parent->complete_binding();
      b.pull(this, b.parent);
    } else {
      if (i >= m_added) add_typed(b.typed);
      if (const sc_object *object = dynamic_cast<const sc_object *>(b.channel))
        __allways_bound(static_cast<sc_object *>(this), object);
    }
  }
  m_state = complete;
  const int n = interface_count();
  if (m_maximum > 0 && n < m_maximum && m_policy == SC_ALL_BOUND) miscounted(n, " actual binds is less than required ", "");
  else if (n == 0 && m_policy != SC_ZERO_OR_MORE_BOUND)
    sc_complain_of(109, "port not bound", "port", this);
  if (m_maximum > 0 && n > m_maximum) miscounted(n, " binds exceeds maximum of ", " allowed");
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
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!c->elaborating()) sc_complain(121, ("simulation running: export '" + std::string(this->name()) + "' (sc_object)").c_str());
  if (!c->current_module()) sc_error(122, ("export '" + std::string(this->name()) + "' (sc_object)").c_str());
  c->m_exports.push(this);
  __allways_declare("export", static_cast<sc_object *>(this), this->name(), nullptr, 0);
}
void sc_export_base::complete_binding() {
  if (!get_interface()) sc_complain_of(109, "export not bound", "export", this);
}
sc_export_base::~sc_export_base() { sc_get_curr_simcontext()->m_exports.remove(this); }
void sc_export_base::note(const sc_interface *channel) {
  if (const sc_object *object = dynamic_cast<const sc_object *>(channel))
    __allways_bound(static_cast<sc_object *>(this), object);
}

// --- primitive channels ---------------------------------------------------------------------------------------------

sc_prim_channel::sc_prim_channel() : sc_object(sc_gen_unique_name("object")) { enter(); }
sc_prim_channel::sc_prim_channel(const char *name) : sc_object(name) { enter(); }
sc_prim_channel::~sc_prim_channel() {
  if (m_place >= 0) sc_get_curr_simcontext()->m_channels.remove(this);
  else sc_complain(114);
}
void sc_prim_channel::enter() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (c->elaborating()) {
    c->m_channels.push(this);
  } else {
    m_place = -1;
    sc_complain(113, "simulation running");
  }
}

// --- signals --------------------------------------------------------------------------------------------------------

sc_dt::uint64 sc_signal_value_bytes(std::size_t size, bool trivial) { return trivial && size <= 16 ? size : 0; }

void sc_writers::complain(const sc_object *signal, const sc_object *first, const sc_object *second, bool in_delta) const {
  sc_text details;
  for (const char *part : {"\n signal `", signal->name(), "' (", signal->kind(), ")\n first driver `", first->name(), "' (",
                           first->kind(), ")\n second driver `", second->name(), "' (", second->kind(), ")"})
    details += part;
  // Elsewhere the number of delta cycles would be part of every state.
  if (in_delta && __allways_sc_report_time) {
    details += "\n conflicting write in delta cycle ";
    details += std::to_string(sc_delta_count()).c_str();
  }
  sc_complain(115, details.c_str());
}

// One port that can write, whoever writes through it.
void sc_writers::register_port(const sc_object *signal, sc_port_base &port, bool writes, sc_writer_policy policy) {
  if (!writes || policy != SC_ONE_WRITER) return;
  if (__allways_sc_write_check && sc_get_curr_simcontext()->m_writes_unchecked) return;
  if (m_port) complain(signal, m_port, &port, false);
  m_port = &port;
}

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
  if (period == SC_ZERO_TIME) complain(101, "increase the period: ");
  m_period = period;
  m_posedge_first = posedge_first;
  m_duty_cycle = duty_cycle <= 0.0 || duty_cycle >= 1.0 ? 0.5 : duty_cycle;
  m_high = period * m_duty_cycle;
  m_low = period - m_high;
  m_start_time = start_time;
  if (m_high == SC_ZERO_TIME) complain(102, "increase the period or increase the duty cycle: ");
  if (m_low == SC_ZERO_TIME) complain(103, "increase the period or decrease the duty cycle: ");
}

void sc_clock::complain(int id, const char *what) const {
  sc_complain(id, (std::string(what) + "clock '" + name() + "'").c_str());
}

void sc_clock::write(const bool &) { complain(125, ""); }
void sc_clock::register_port(sc_port_base &, const char *if_typename) {
  if (if_typename == typeid(sc_signal_inout_if<bool>).name()) complain(128, "");
}

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

// --- vectors --------------------------------------------------------------------------------------------------------

std::string sc_vector_base::element_name(size_type i) const { return std::string(basename()) + "_" + std::to_string(i); }
void sc_vector_base::out_of_bounds(size_type i) const {
  sc_error(5, (std::string(name()) + "[" + std::to_string(i) + "] >= size() = " + std::to_string(m_size)).c_str());
}
void sc_vector_base::made_twice(size_type n) const {
  sc_complain(805, (std::string(name()) + ", size=" + std::to_string(m_size) + ", requested size=" + std::to_string(n)).c_str());
}
const std::vector<sc_object *> &sc_vector_base::get_elements() const {
  for (size_type n = m_objects.size(); n < m_size; n++) must_hold_objects();
  return m_objects;
}
void sc_vector_base::must_hold_objects() const { sc_complain(808, name()); }
void sc_vector_base::open() { sc_get_curr_simcontext()->open_scope(get_parent_object()); }
void sc_vector_base::close() { sc_get_curr_simcontext()->m_scopes.pop(); }
void sc_bind_nothing(const sc_vector_base *vector, bool at_end) {
  const std::string target = std::string("target `") + vector->name() + "' (" + vector->kind();
  sc_warning(807, (target + (at_end ? ") empty range given" : ") empty destination range given")).c_str());
}

}  // namespace sc_core
