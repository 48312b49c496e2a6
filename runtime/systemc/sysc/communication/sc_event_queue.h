// Event queues: every notification is delivered, those of one instant in successive delta cycles.
#ifndef ALLWAYS_SC_EVENT_QUEUE_H
#define ALLWAYS_SC_EVENT_QUEUE_H

#include "sysc/communication/sc_port.h"
#include "sysc/kernel/sc_module.h"

namespace sc_core {

class sc_event_queue_if : virtual public sc_interface {
 public:
  virtual void notify(double length, sc_time_unit unit) = 0;
  virtual void notify(const sc_time &t) = 0;
  virtual void cancel_all() = 0;
};

class sc_event_queue : public sc_event_queue_if, public sc_module {
 public:
  sc_event_queue(sc_module_name name = sc_module_name(sc_gen_unique_name("event_queue")));
  const char *kind() const override { return "sc_event_queue"; }
  void notify(double length, sc_time_unit unit) override { notify(sc_time(length, unit)); }
  void notify(const sc_time &t) override;
  void cancel_all() override;
  const sc_event &default_event() const override { return m_event; }

 private:
  void fire_event();

  sc_list<sc_dt::uint64> m_due;  // absolute times, earliest first
  sc_event m_event;
};
typedef sc_port<sc_event_queue_if, 1, SC_ONE_OR_MORE_BOUND> sc_event_queue_port;

}  // namespace sc_core

#endif
