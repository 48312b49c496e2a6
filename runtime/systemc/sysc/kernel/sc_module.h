// Modules: names of modules under construction, declaration of processes and their sensitivity, binding by position,
// callbacks of the phases of elaboration and simulation.
#ifndef ALLWAYS_SC_MODULE_H
#define ALLWAYS_SC_MODULE_H

#include "sysc/kernel/sc_process.h"
#include "sysc/kernel/sc_simcontext.h"

namespace sc_core {

// The name of a module that is about to be constructed. Names form a stack; the end of the outermost copy's life ends the
// module's construction.
class sc_module_name {
 public:
  sc_module_name(const char *name);
  sc_module_name(const sc_module_name &other) : m_name(other.m_name), m_below(nullptr), m_module(nullptr), m_top(false) {}
  ~sc_module_name();
  sc_module_name &operator=(const sc_module_name &) = delete;
  operator const char *() const { return m_name; }

 private:
  friend class sc_module;
  friend class sc_simcontext;
  const char *m_name;
  sc_module_name *m_below;
  sc_module *m_module;
  bool m_top;
};

// `sensitive << event`: static sensitivity of the process declared last in its module.
class sc_sensitive {
 public:
  explicit sc_sensitive(sc_module *module) : m_module(module) {}
  sc_sensitive(const sc_sensitive &) = delete;

  sc_sensitive &operator<<(const sc_event &e) { return add(e); }
  sc_sensitive &operator<<(const sc_interface &channel) { return add(channel); }
  sc_sensitive &operator<<(const sc_port_base &port) { return add(port); }
  sc_sensitive &operator<<(sc_event_finder &finder) { return add(finder); }
  sc_sensitive &operator<<(const sc_process_handle &handle);
  sc_sensitive &operator()(const sc_event &e) { return former(e); }
  sc_sensitive &operator()(const sc_interface &channel) { return former(channel); }
  sc_sensitive &operator()(const sc_port_base &port) { return former(port); }
  sc_sensitive &operator()(sc_event_finder &finder) { return former(finder); }

 private:
  template <class T>
  sc_sensitive &add(const T &what) {
    if (sc_process_b *p = process()) p->add_static(what);
    return *this;
  }
  template <class T>
  sc_sensitive &former(const T &what) {
    sc_former(sc_former_sensitive);
    return add(what);
  }
  sc_process_b *process() const;

  sc_module *m_module;
};

// The former sensitive_pos and sensitive_neg: edges of boolean ports and signals.
class sc_sensitive_edge {
 public:
  sc_sensitive_edge(sc_module *module, bool positive) : m_module(module), m_positive(positive) {}
  sc_sensitive_edge(const sc_sensitive_edge &) = delete;
  template <class T>
  sc_sensitive_edge &operator<<(const T &what) {
    sc_former(m_positive ? sc_former_sensitive_pos : sc_former_sensitive_neg);
    add(what);
    return *this;
  }
  template <class T>
  sc_sensitive_edge &operator()(const T &what) {
    return *this << what;
  }

 private:
  friend class sc_module;
  void add(const sc_signal_in_if<bool> &signal);
  void add(const sc_in<bool> &port);
  void add(const sc_inout<bool> &port);

  sc_module *m_module;
  bool m_positive;
};

class sc_module : public sc_object {
 public:
  ~sc_module() override;
  const char *kind() const override { return "sc_module"; }

  sc_module &operator<<(sc_interface &channel);
  sc_module &operator<<(sc_port_base &port);
  sc_module &operator,(sc_interface &channel) { return *this << channel; }
  sc_module &operator,(sc_port_base &port) { return *this << port; }
  template <class First, class... More>
  void operator()(First &first, More &...more) {
    positional(first);
    if (sizeof...(more) != 0) rest(more...);
  }

  sc_sensitive sensitive;
  sc_sensitive_edge sensitive_pos, sensitive_neg;

  // What SC_METHOD, SC_THREAD and SC_CTHREAD do.
  sc_process_handle declare_process(const char *name, sc_curr_proc_kind kind, sc_process_b::body run, void *host);
  // A port or signal stands for its positive edge.
  void declare_clock(const sc_event &edge) { sensitive << edge; }
  void declare_clock(sc_event_finder &edge) { sensitive << edge; }
  template <class Clock>
  void declare_clock(const Clock &clock) {
    sensitive_pos.add(clock);
  }
  sc_process_b *last_process() const { return m_last; }
  void dont_initialize();

  // Ports and signals of bool.
  template <class Source>
  void reset_signal_is(const Source &source, bool level) {
    __allways_sc_ask_control();
    add_reset(source, level, false);
  }
  template <class Source>
  void async_reset_signal_is(const Source &source, bool level) {
    __allways_sc_ask_control();
    add_reset(source, level, true);
  }

  void set_stack_size(std::size_t) {}
  void end_module();

 protected:
  sc_module();
  sc_module(const sc_module_name &name);
  sc_module(const char *name);
  sc_module(const std::string &name);
  sc_module(const sc_module &) = delete;
  sc_module &operator=(const sc_module &) = delete;

  virtual void before_end_of_elaboration() {}
  virtual void end_of_elaboration() {}
  virtual void start_of_simulation() {}
  virtual void end_of_simulation() {}

  // The functions of the namespace under names that members of models hide or inherit.
  ALLWAYS_SC_THIN void wait() { sc_core::wait(); }
  ALLWAYS_SC_THIN void wait(int n) { sc_core::wait(n); }
  ALLWAYS_SC_THIN void wait(const sc_event &e) { sc_core::wait(e); }
  ALLWAYS_SC_THIN void wait(const sc_event_or_list &l) { sc_core::wait(l); }
  ALLWAYS_SC_THIN void wait(const sc_event_and_list &l) { sc_core::wait(l); }
  ALLWAYS_SC_THIN void wait(const sc_time &t) { sc_core::wait(t); }
  template <class L>
  ALLWAYS_SC_THIN void wait(const sc_time &t, const L &l) {
    sc_core::wait(t, l);
  }
  template <class N>
  ALLWAYS_SC_THIN void wait(N length, sc_time_unit unit) {
    sc_core::wait(length, unit);
  }
  template <class N, class L>
  ALLWAYS_SC_THIN void wait(N length, sc_time_unit unit, const L &l) {
    sc_core::wait(length, unit, l);
  }
  void next_trigger() { sc_core::next_trigger(); }
  void next_trigger(const sc_event &e) { sc_core::next_trigger(e); }
  void next_trigger(const sc_event_or_list &l) { sc_core::next_trigger(l); }
  void next_trigger(const sc_event_and_list &l) { sc_core::next_trigger(l); }
  void next_trigger(const sc_time &t) { sc_core::next_trigger(t); }
  template <class L>
  void next_trigger(const sc_time &t, const L &l) {
    sc_core::next_trigger(t, l);
  }
  template <class N>
  void next_trigger(N length, sc_time_unit unit) {
    sc_core::next_trigger(length, unit);
  }
  template <class N, class L>
  void next_trigger(N length, sc_time_unit unit, const L &l) {
    sc_core::next_trigger(length, unit, l);
  }
  bool timed_out() { return sc_core::timed_out(); }
  void halt() { sc_core::halt(); }
  void at_posedge(const sc_signal_in_if<bool> &s) { sc_core::at_posedge(s); }
  void at_negedge(const sc_signal_in_if<bool> &s) { sc_core::at_negedge(s); }

 private:
  friend class sc_simcontext;
  friend class sc_sensitive;
  friend class sc_registry<sc_module>;
  friend class sc_sensitive_edge;

  void open();
  void positional(sc_interface &channel);
  void positional(sc_port_base &port);
  void rest() {}
  template <class First, class... More>
  void rest(First &first, More &...more) {
    positional(first);
    rest(more...);
  }
  void add_reset(const sc_port_base &port, bool level, bool asynchronous);
  void add_reset(const sc_signal_in_if<bool> &signal, bool level, bool asynchronous);

  sc_process_b *m_last;
  sc_module_name *m_owned_name;  // of modules constructed with a text
  bool m_ended;
  int m_next_port;
  int m_place;  // among all modules
  sc_list<sc_port_base *> m_ports;
};

typedef sc_module sc_channel;
typedef sc_module sc_behavior;

template <class T> ALLWAYS_SC_THIN inline void sc_declared_in() {
  if constexpr (std::is_same<T, allways_sc_no_user_module>::value) __allways_sc_ask_version_3();
}

}  // namespace sc_core

#define SC_MODULE(user_module_name) struct user_module_name : ::sc_core::sc_module
#define SC_CTOR(user_module_name, ...)           \
  typedef user_module_name SC_CURRENT_USER_MODULE; \
  user_module_name(::sc_core::sc_module_name, ##__VA_ARGS__)
#define ALLWAYS_SC_WAIT_HERE(...)                 \
  ::sc_core::sc_set_location(__FILE__, __LINE__); \
  ::sc_core::wait(__VA_ARGS__);                   \
  ::sc_core::sc_set_location(NULL, 0)
#define SC_WAIT() ALLWAYS_SC_WAIT_HERE()
#define SC_WAITN(n) ALLWAYS_SC_WAIT_HERE(n)
#define SC_WAIT_UNTIL(expr) \
  do {                      \
    SC_WAIT();              \
  } while (!(expr))
#define SC_HAS_PROCESS(user_module_name) typedef user_module_name SC_CURRENT_USER_MODULE

// The class is that of `this`, so that SC_HAS_PROCESS is accepted but not needed. A program without it is one for version 3.
#define ALLWAYS_SC_PROCESS(func, process_kind, more)                                                        \
  {                                                                                                         \
    typedef typename ::std::remove_pointer<decltype(this)>::type allways_sc_class;                          \
    ::sc_core::sc_declared_in<SC_CURRENT_USER_MODULE>();                                                    \
    ::sc_core::sc_process_handle func##_handle = this->declare_process(                                     \
        #func, process_kind, [](void *host) { static_cast<allways_sc_class *>(host)->func(); },             \
        static_cast<void *>(this));                                                                         \
    (void)func##_handle;                                                                                    \
    more                                                                                                    \
  }
#define SC_METHOD(func) ALLWAYS_SC_PROCESS(func, ::sc_core::SC_METHOD_PROC_, )
#define SC_THREAD(func) ALLWAYS_SC_PROCESS(func, ::sc_core::SC_THREAD_PROC_, )
#define SC_CTHREAD(func, edge) ALLWAYS_SC_PROCESS(func, ::sc_core::SC_CTHREAD_PROC_, this->declare_clock(edge);)

// Members that are named after themselves, and processes that are declared where they are defined.
#define SC_NAMED(...) ALLWAYS_SC_NAMED_PICK(__VA_ARGS__, ALLWAYS_SC_NAMED_MORE, ALLWAYS_SC_NAMED_MORE, \
    ALLWAYS_SC_NAMED_MORE, ALLWAYS_SC_NAMED_MORE, ALLWAYS_SC_NAMED_MORE, ALLWAYS_SC_NAMED_MORE,        \
    ALLWAYS_SC_NAMED_MORE, ALLWAYS_SC_NAMED_MORE, ALLWAYS_SC_NAMED_ONE, )(__VA_ARGS__)
#define ALLWAYS_SC_NAMED_PICK(a, b, c, d, e, f, g, h, i, pick, ...) pick
#define ALLWAYS_SC_NAMED_ONE(member) member { #member }
#define ALLWAYS_SC_NAMED_MORE(member, ...) member { #member, __VA_ARGS__ }
#define SC_NAMED_WITH_INIT(member, ...)                               \
  SC_NAMED(member, ##__VA_ARGS__);                                    \
  const bool member##_initialised = (member##_initialise(), true);    \
  void member##_initialise()
#define ALLWAYS_SC_IMP(func, declaration, init)                       \
  const bool func##_declared = [this]() {                             \
    declaration;                                                      \
    init;                                                             \
    return true;                                                      \
  }();                                                                \
  void func()
#define SC_METHOD_IMP(func, init) ALLWAYS_SC_IMP(func, SC_METHOD(func), init)
#define SC_THREAD_IMP(func, init) ALLWAYS_SC_IMP(func, SC_THREAD(func), init)
#define SC_CTHREAD_IMP(func, edge, init) ALLWAYS_SC_IMP(func, SC_CTHREAD(func, edge), init)

#endif
