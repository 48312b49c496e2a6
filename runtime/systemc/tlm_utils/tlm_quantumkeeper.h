// Temporal decoupling: a process runs ahead of the time by up to a quantum.
#ifndef ALLWAYS_TLM_QUANTUMKEEPER_H
#define ALLWAYS_TLM_QUANTUMKEEPER_H

#include "tlm"

namespace tlm_utils {

class tlm_quantumkeeper {
 public:
  static void set_global_quantum(const sc_core::sc_time &t) { tlm::tlm_global_quantum::instance().set(t); }
  static const sc_core::sc_time &get_global_quantum() { return tlm::tlm_global_quantum::instance().get(); }

  tlm_quantumkeeper() {}
  virtual ~tlm_quantumkeeper() {}
  virtual void inc(const sc_core::sc_time &t) { m_local += t; }
  virtual void set(const sc_core::sc_time &t) { m_local = t; }
  virtual void set_and_sync(const sc_core::sc_time &t) {
    set(t);
    if (need_sync()) sync();
  }
  virtual bool need_sync() const { return sc_core::sc_time_stamp() + m_local >= m_next; }
  virtual void sync() {
    sc_core::wait(m_local);
    reset();
  }
  virtual void reset() {
    m_local = sc_core::SC_ZERO_TIME;
    m_next = sc_core::sc_time_stamp() + compute_local_quantum();
  }
  virtual sc_core::sc_time get_current_time() const { return sc_core::sc_time_stamp() + m_local; }
  virtual sc_core::sc_time get_local_time() const { return m_local; }

 protected:
  virtual sc_core::sc_time compute_local_quantum() {
    return tlm::tlm_global_quantum::instance().compute_local_quantum();
  }
  sc_core::sc_time m_next, m_local;
};

}  // namespace tlm_utils

#endif
