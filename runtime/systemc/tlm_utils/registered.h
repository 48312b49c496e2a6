// A function that a module registers with its socket. Calls go through it without knowing the class of the module, so that
// sockets are compiled once for all modules (tlm.cpp) and not in every program.
#ifndef ALLWAYS_TLM_REGISTERED_H
#define ALLWAYS_TLM_REGISTERED_H

#include "tlm"

namespace tlm_utils {

// What the sockets say, as the reference library: of which of them.
enum socket_family { simple_sockets, multi_sockets, passthrough_sockets };
void socket_error(socket_family family, const sc_core::sc_object *socket, const char *text);
void socket_warning(socket_family family, const sc_core::sc_object *socket, const char *text);

template <class SIGNATURE>
class registered;

template <class R, class... A>
class registered<R(A...)> {
 public:
  template <class MODULE>
  void set(MODULE *module, R (MODULE::*f)(A...)) {
    m_module = reinterpret_cast<any *>(module);
    m_f = reinterpret_cast<plain>(f);
    m_tagged = false;
  }
  template <class MODULE>
  void set(MODULE *module, R (MODULE::*f)(int, A...), int tag) {
    m_module = reinterpret_cast<any *>(module);
    m_f = reinterpret_cast<plain>(f);
    m_tagged = true;
    m_tag = tag;
  }
  // The first one stays.
  template <class F, class... MORE>
  void set_once(socket_family family, const sc_core::sc_object *socket, const char *what, F f, MORE... more) {
    if (m_module) return socket_warning(family, socket, (std::string(what) + (family == multi_sockets ? " already registered." : " already registered")).c_str());
    set(f, more...);
  }
  explicit operator bool() const { return m_module != nullptr; }
  R operator()(A... a) const {
    if (m_tagged) return (m_module->*reinterpret_cast<tagged>(m_f))(m_tag, a...);
    return (m_module->*m_f)(a...);
  }

 private:
  struct any {};
  typedef R (any::*plain)(A...);
  typedef R (any::*tagged)(int, A...);
  any *m_module = nullptr;
  plain m_f = nullptr;
  bool m_tagged = false;
  int m_tag = 0;
};

}  // namespace tlm_utils

#endif
