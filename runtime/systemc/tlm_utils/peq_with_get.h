// Queues of transactions that come out at their times: the user asks for those that are due, or is called back.
#ifndef ALLWAYS_PEQ_WITH_GET_H
#define ALLWAYS_PEQ_WITH_GET_H

#include "tlm"

namespace tlm_utils {

// What waits for its time, earliest first; equal times in the order of notification.
template <class ITEM>
class timed_items {
 public:
  struct entry {
    sc_core::sc_time due;
    ITEM item;
  };
  bool empty() const { return m_entries.empty(); }
  const entry &front() const { return m_entries[0]; }
  void insert(const sc_core::sc_time &due, const ITEM &item) {
    m_entries.push(entry{due, item});
    int i = m_entries.size() - 1;
    for (; i > 0 && m_entries[i - 1].due > due; i--) m_entries[i] = m_entries[i - 1];
    m_entries[i] = entry{due, item};
  }
  ITEM take() {
    ITEM item = m_entries[0].item;
    for (int i = 1; i < m_entries.size(); i++) m_entries[i - 1] = m_entries[i];
    m_entries.pop();
    return item;
  }
  void clear() { m_entries.clear(); }

 private:
  sc_core::sc_list<entry> m_entries;
};

template <class PAYLOAD>
class peq_with_get : public sc_core::sc_object {
 public:
  typedef PAYLOAD transaction_type;
  explicit peq_with_get(const char *name) : sc_core::sc_object(name), m_event(sc_core::sc_kernel_event) {}
  const char *kind() const override { return "peq_with_get"; }

  void notify(transaction_type &trans, const sc_core::sc_time &t) {
    m_items.insert(sc_core::sc_time_stamp() + t, &trans);
    m_event.notify(t);
  }
  void notify(transaction_type &trans) {
    m_items.insert(sc_core::sc_time_stamp(), &trans);
    m_event.notify();
  }
  transaction_type *get_next_transaction() {
    if (m_items.empty()) return nullptr;
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (m_items.front().due <= now) return m_items.take();
    m_event.notify(m_items.front().due - now);
    return nullptr;
  }
  sc_core::sc_event &get_event() { return m_event; }
  void cancel_all() {
    m_items.clear();
    m_event.cancel();
  }

 private:
  timed_items<transaction_type *> m_items;
  sc_core::sc_event m_event;
};

}  // namespace tlm_utils

#endif
