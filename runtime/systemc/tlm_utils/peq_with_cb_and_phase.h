// A queue of transactions with phases that calls its owner when they are due.
#ifndef ALLWAYS_PEQ_WITH_CB_AND_PHASE_H
#define ALLWAYS_PEQ_WITH_CB_AND_PHASE_H

#include "tlm_utils/peq_with_get.h"

namespace tlm_utils {

template <class OWNER, class TYPES = tlm::tlm_base_protocol_types>
class peq_with_cb_and_phase : public sc_core::sc_object {
 public:
  typedef typename TYPES::tlm_payload_type tlm_payload_type;
  typedef typename TYPES::tlm_phase_type tlm_phase_type;
  typedef void (OWNER::*cb)(tlm_payload_type &, const tlm_phase_type &);

  peq_with_cb_and_phase(OWNER *owner, cb callback)
      : peq_with_cb_and_phase(sc_core::sc_gen_unique_name("peq_with_cb_and_phase"), owner, callback) {}
  peq_with_cb_and_phase(const char *name, OWNER *owner, cb callback)
      : sc_core::sc_object(name), m_owner(owner), m_callback(callback), m_event(sc_core::sc_kernel_event) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.set_sensitivity(&m_event);
    options.dont_initialize();
    sc_core::sc_spawn([this] { fire(); }, sc_core::sc_gen_unique_name("fec"), &options);
  }
  const char *kind() const override { return "peq_with_cb_and_phase"; }

  void notify(tlm_payload_type &trans, const tlm_phase_type &phase, const sc_core::sc_time &when) {
    m_items.insert(sc_core::sc_time_stamp() + when, item{&trans, phase});
    m_event.notify(when);
  }
  void notify(tlm_payload_type &trans, const tlm_phase_type &phase) {
    m_items.insert(sc_core::sc_time_stamp(), item{&trans, phase});
    m_event.notify();
  }
  void cancel_all() {
    m_items.clear();
    m_event.cancel();
  }

 private:
  struct item {
    tlm_payload_type *trans;
    tlm_phase_type phase;
  };
  void fire() {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    while (!m_items.empty() && m_items.front().due <= now) {
      item i = m_items.take();
      (m_owner->*m_callback)(*i.trans, i.phase);
    }
    if (!m_items.empty()) m_event.notify(m_items.front().due - now);
  }

  OWNER *m_owner;
  cb m_callback;
  timed_items<item> m_items;
  sc_core::sc_event m_event;
};

}  // namespace tlm_utils

#endif
