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
    if (when == sc_core::SC_ZERO_TIME) {
      if (m_coming.size() == 0) __allways_request_update(&arrive, this);
      m_coming.push(item{&trans, phase});
    } else {
      m_timed.insert(sc_core::sc_time_stamp() + when, item{&trans, phase});
    }
    m_event.notify(when);
  }
  void notify(tlm_payload_type &trans, const tlm_phase_type &phase) {
    m_now.push(item{&trans, phase});
    m_event.notify();
  }
  void cancel_all() {
    m_now.clear();
    m_arrived.clear();
    m_coming.clear();
    m_timed.clear();
    m_event.cancel();
  }

 private:
  struct item {
    tlm_payload_type *trans;
    tlm_phase_type phase;
  };
  typedef sc_core::sc_list<item> items;

  // What came with a delay of zero is due in the next delta cycle, also when something else is due in this one.
  static void arrive(void *queue) {
    auto *q = static_cast<peq_with_cb_and_phase *>(queue);
    for (int k = 0; k < q->m_coming.size(); k++) q->m_arrived.push(q->m_coming[k]);
    q->m_coming.clear();
  }
  void call(item i) { (m_owner->*m_callback)(*i.trans, i.phase); }
  void call_all(items &list) {
    for (int k = 0; k < list.size(); k++) call(list[k]);
    list.clear();
  }
  void fire() {
    call_all(m_now);
    call_all(m_arrived);
    if (m_coming.size() > 0) m_event.notify(sc_core::SC_ZERO_TIME);
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    while (!m_timed.empty() && m_timed.front().due <= now) call(m_timed.take());
    if (!m_timed.empty()) m_event.notify(m_timed.front().due - now);
  }

  OWNER *m_owner;
  cb m_callback;
  items m_now, m_arrived, m_coming;
  timed_items<item> m_timed;
  sc_core::sc_event m_event;
};

}  // namespace tlm_utils

#endif
