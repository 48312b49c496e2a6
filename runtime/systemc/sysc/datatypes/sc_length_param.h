// How long numbers and vectors are that are made without a length.
#ifndef ALLWAYS_SC_LENGTH_PARAM_H
#define ALLWAYS_SC_LENGTH_PARAM_H

#include "sysc/datatypes/sc_context.h"

namespace sc_dt {

class sc_length_param {
 public:
  sc_length_param() : m_len(sc_context<sc_length_param>::default_value().m_len) {}
  sc_length_param(int length) : m_len(length) { check(); }
  explicit sc_length_param(sc_without_context) : m_len(32) {}
  sc_length_param(const sc_length_param &) = default;
  sc_length_param &operator=(const sc_length_param &) = default;
  int len() const { return m_len; }
  void len(int length) {
    m_len = length;
    check();
  }
  friend bool operator==(const sc_length_param &a, const sc_length_param &b) { return a.m_len == b.m_len; }
  friend bool operator!=(const sc_length_param &a, const sc_length_param &b) { return a.m_len != b.m_len; }
  const std::string to_string() const { return "(" + std::to_string(m_len) + ")"; }
  void print(std::ostream &os = std::cout) const { os << to_string(); }
  void dump(std::ostream &os = std::cout) const {
    os << "sc_length_param" << std::endl << "(" << std::endl << "len = " << m_len << std::endl << ")" << std::endl;
  }

 private:
  void check() const {
    if (m_len <= 0) sc_core::sc_error(300);
  }
  int m_len;
};
inline std::ostream &operator<<(std::ostream &os, const sc_length_param &p) {
  p.print(os);
  return os;
}
typedef sc_context<sc_length_param> sc_length_context;

}  // namespace sc_dt

#endif
