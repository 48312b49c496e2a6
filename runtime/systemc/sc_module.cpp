// Modules: construction and their names, processes, binding by position.
#include <systemc>

namespace sc_core {

sc_module_name::sc_module_name(const char *name) : m_name(name), m_module(nullptr), m_top(true) {
  sc_simcontext *c = sc_get_curr_simcontext();
  m_below = c->m_names;
  c->m_names = this;
}

sc_module_name::~sc_module_name() {
  if (!m_top) return;
  sc_get_curr_simcontext()->m_names = m_below;
  if (m_module) m_module->end_module();
}

// The name on top of the stack belongs to the module whose construction begins.
static const char *name_of_next() {
  sc_module_name *top = sc_get_curr_simcontext()->m_names;
  if (!top) sc_error(533);
  return *top;
}

void sc_module::open() {
  sc_simcontext *c = sc_get_curr_simcontext();
  if (!c->elaborating()) sc_error(529, "simulation running");
  c->m_names->m_module = this;
  c->open_scope(this);
  c->m_modules.push(this);
  __allways_declare("module", static_cast<sc_object *>(this), name(), nullptr, 0);
}

#define INITIALLY(owned)                                                                                       \
  sensitive(this), sensitive_pos(this, true), sensitive_neg(this, false), m_last(nullptr), m_owned_name(owned), \
      m_ended(false), m_next_port(0)

sc_module::sc_module() : sc_object(name_of_next()), INITIALLY(nullptr) { open(); }
sc_module::sc_module(const sc_module_name &) : sc_object(name_of_next()), INITIALLY(nullptr) { open(); }
sc_module::sc_module(const char *name) : sc_object(name), INITIALLY(new sc_module_name(this->basename())) { open(); }
sc_module::sc_module(const std::string &name) : sc_module(name.c_str()) {}

sc_module::~sc_module() {
  sc_simcontext *c = sc_curr_simcontext;
  if (!m_ended) c->close_scope(this);
  c->m_modules.remove(this);
  if (m_owned_name) {
    m_owned_name->m_module = nullptr;
    if (c->m_names != m_owned_name) m_owned_name->m_top = false;
    delete m_owned_name;
  }
}

void sc_module::end_module() {
  if (m_ended) return;
  m_ended = true;
  m_last = nullptr;
  sc_get_curr_simcontext()->close_scope(this);
}

// --- processes ------------------------------------------------------------------------------------------------------

__attribute__((noinline)) static std::string process_name(const char *name) {
  const sc_object *scope = sc_get_curr_simcontext()->current_scope();
  return scope ? std::string(scope->name()) + "." + name : std::string(name);
}

sc_process_handle sc_module::declare_process(const char *name, sc_curr_proc_kind kind, sc_process_b::body run, void *host) {
  if (!sc_get_curr_simcontext()->elaborating())
    sc_complain(kind == SC_METHOD_PROC_ ? 541 : 542, process_name(name).c_str());
  m_last = new sc_process_b(name, kind, run, host, nullptr, false);
  return sc_process_handle(m_last);
}

void sc_module::dont_initialize() {
  if (!m_last) return;
  if (m_last->proc_kind() == SC_CTHREAD_PROC_) {
    sc_warning(524);
    return;
  }
  m_last->dont_initialize();
}

sc_process_b *sc_sensitive::process() const {
  if (!sc_get_curr_simcontext()->elaborating()) sc_complain(526, "simulation running");
  return m_module->m_last;
}

sc_sensitive &sc_sensitive::operator<<(const sc_process_handle &handle) {
  m_module->m_last = handle;
  return *this;
}

void sc_sensitive_edge::add(const sc_signal_in_if<bool> &signal) {
  if (m_module->m_last) m_module->m_last->add_static(m_positive ? signal.posedge_event() : signal.negedge_event());
}
void sc_sensitive_edge::add(const sc_in<bool> &port) {
  if (m_module->m_last) m_module->m_last->add_static(m_positive ? port.pos() : port.neg());
}
void sc_sensitive_edge::add(const sc_inout<bool> &port) {
  if (m_module->m_last) m_module->m_last->add_static(m_positive ? port.pos() : port.neg());
}

// --- resets ---------------------------------------------------------------------------------------------------------

void sc_module::add_reset(const sc_port_base &port, bool level, bool asynchronous) {
  if (m_last) m_last->add_reset({nullptr, &port, level, asynchronous});
}
void sc_module::add_reset(const sc_signal_in_if<bool> &signal, bool level, bool asynchronous) {
  if (m_last) m_last->add_reset({&signal, nullptr, level, asynchronous});
}

// --- binding by position --------------------------------------------------------------------------------------------

template <class To>
static void bind_next(sc_module *module, const sc_list<sc_port_base *> &ports, int &next, To &to) {
  const std::string of = std::string(" of module `") + module->name() + "'";
  if (next >= ports.size()) return sc_complain(107, ("all ports" + of + " are bound").c_str());
  if (!ports[next]->vbind(to)) return sc_complain(107, ("type mismatch on port " + std::to_string(next) + of).c_str());
  next++;
}

static void find_ports(const sc_module *module, sc_list<sc_port_base *> &ports) {
  if (!ports.empty()) return;
  const sc_registry<sc_port_base> &all = sc_get_curr_simcontext()->m_ports;
  for (int i = 0; i < all.size(); i++)
    if (all[i] && all[i]->get_parent_object() == module) ports.push(all[i]);
}

void sc_module::positional(sc_interface &channel) {
  find_ports(this, m_ports);
  bind_next(this, m_ports, m_next_port, channel);
}
void sc_module::positional(sc_port_base &port) {
  find_ports(this, m_ports);
  bind_next(this, m_ports, m_next_port, port);
}
sc_module &sc_module::operator<<(sc_interface &channel) {
  sc_former(sc_former_position);
  positional(channel);
  return *this;
}
sc_module &sc_module::operator<<(sc_port_base &port) {
  sc_former(sc_former_position);
  positional(port);
  return *this;
}

}  // namespace sc_core
