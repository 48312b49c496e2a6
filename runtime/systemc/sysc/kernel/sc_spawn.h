// Processes made by sc_spawn from functions and function objects, SC_FORK and SC_JOIN.
#ifndef ALLWAYS_SC_SPAWN_H
#define ALLWAYS_SC_SPAWN_H

#include "sysc/kernel/sc_module.h"

namespace sc_core {

class sc_spawn_options {
 public:
  sc_spawn_options() : m_method(false), m_initialize(true) {}
  sc_spawn_options(const sc_spawn_options &) = delete;

  void dont_initialize() { m_initialize = false; }
  void spawn_method() { m_method = true; }
  bool is_method() const { return m_method; }
  void set_stack_size(int) {}
  void set_sensitivity(const sc_event *e) { m_events.push(e); }
  void set_sensitivity(sc_port_base *port) { m_ports.push(port); }
  void set_sensitivity(sc_interface *channel) { m_channels.push(channel); }
  void set_sensitivity(sc_export_base *e);
  void set_sensitivity(sc_event_finder *finder) { m_finders.push(finder); }
  template <class Port>
  void reset_signal_is(const Port &port, bool level) {
    __allways_sc_ask_control();
    add_reset(port, level, false);
  }
  template <class Port>
  void async_reset_signal_is(const Port &port, bool level) {
    __allways_sc_ask_control();
    add_reset(port, level, true);
  }
  void apply(sc_process_b *process) const;

 private:
  void add_reset(const sc_signal_in_if<bool> &signal, bool level, bool asynchronous);
  void add_reset(const sc_port_base &port, bool level, bool asynchronous);

  bool m_method, m_initialize;
  sc_list<const sc_event *> m_events;
  sc_list<sc_port_base *> m_ports;
  sc_list<sc_interface *> m_channels;
  sc_list<sc_event_finder *> m_finders;
  sc_list<sc_reset_source> m_resets;
};

sc_process_handle sc_spawn_process(const char *name, const sc_spawn_options *options, sc_process_b::body run, void *host,
                                   void (*drop)(void *));

template <class F>
struct sc_spawned {
  F function;
  static void run(void *host) { static_cast<sc_spawned *>(host)->function(); }
  static void drop(void *host) { delete static_cast<sc_spawned *>(host); }
};
template <class F, class R>
struct sc_spawned_with_result {
  F function;
  R *result;
  static void run(void *host) {
    sc_spawned_with_result *s = static_cast<sc_spawned_with_result *>(host);
    *s->result = R(s->function());
  }
  static void drop(void *host) { delete static_cast<sc_spawned_with_result *>(host); }
};

template <class F>
inline sc_process_handle sc_spawn(F function, const char *name = nullptr, const sc_spawn_options *options = nullptr) {
  typedef sc_spawned<F> host;
  return sc_spawn_process(name, options, &host::run, new host{function}, &host::drop);
}
template <class R, class F>
inline sc_process_handle sc_spawn(R *result, F function, const char *name = nullptr,
                                  const sc_spawn_options *options = nullptr) {
  typedef sc_spawned_with_result<F, R> host;
  return sc_spawn_process(name, options, &host::run, new host{function, result}, &host::drop);
}

// std::bind with placeholders of its own names; arguments by reference are marked with sc_ref and sc_cref.
template <class F, class... A>
inline auto sc_bind(F function, A... arguments) -> decltype(std::bind(function, arguments...)) {
  return std::bind(function, arguments...);
}
template <class T>
inline std::reference_wrapper<T> sc_ref(T &t) {
  return std::ref(t);
}
template <class T>
inline std::reference_wrapper<const T> sc_cref(const T &t) {
  return std::cref(t);
}

class sc_join {
 public:
  void add_process(sc_process_handle process) { m_processes.push_back(process); }
  int process_count() const;
  void wait();
  void wait_clocked() { wait(); }

 private:
  std::vector<sc_process_handle> m_processes;
};

}  // namespace sc_core

// Places of arguments that sc_bind leaves open.
namespace sc_unnamed {
using std::placeholders::_1;
using std::placeholders::_2;
using std::placeholders::_3;
using std::placeholders::_4;
using std::placeholders::_5;
using std::placeholders::_6;
using std::placeholders::_7;
using std::placeholders::_8;
using std::placeholders::_9;
}  // namespace sc_unnamed

#define SC_FORK \
  {             \
    ::sc_core::sc_process_handle forkees[] = {
#define SC_JOIN                                                \
    };                                                         \
    ::sc_core::sc_join join;                                   \
    for (auto &forkee : forkees) join.add_process(forkee);     \
    join.wait();                                               \
  }
#define SC_CJOIN SC_JOIN

#endif
