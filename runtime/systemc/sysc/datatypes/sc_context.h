// Parameters that types without ones of their own take: those of the innermost context that has begun. One for all processes.
#ifndef ALLWAYS_SC_CONTEXT_H
#define ALLWAYS_SC_CONTEXT_H

#include <iostream>
#include <string>

#include "sysc/kernel/sc_basics.h"

namespace sc_dt {

enum sc_context_begin { SC_NOW, SC_LATER };
class sc_without_context {};

template <class T> T *&sc_context_now();  // null: the default

template <class T> class sc_context {
 public:
  explicit sc_context(const T &v, sc_context_begin when = SC_NOW) : m_value(v), m_before(nullptr), m_begun(false) {
    if (when == SC_NOW) begin();
  }
  sc_context(const sc_context &) = delete;
  ~sc_context() {
    if (m_begun) end();
  }
  void begin() {
    if (m_begun) return sc_core::sc_complain(308, "context already begun");
    m_before = sc_context_now<T>();
    sc_context_now<T>() = &m_value;
    m_begun = true;
  }
  void end() {
    if (!m_begun) return sc_core::sc_complain(309, "context not begun");
    sc_context_now<T>() = m_before;
    m_begun = false;
  }
  static T default_value() { return sc_context_now<T>() ? *sc_context_now<T>() : T(sc_without_context()); }
  const T &value() const { return m_value; }

 private:
  T m_value, *m_before;
  bool m_begun;
};

}  // namespace sc_dt

#endif
