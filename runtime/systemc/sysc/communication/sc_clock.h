// Clocks: a signal that two methods switch, as in the standard's description.
#ifndef ALLWAYS_SC_CLOCK_H
#define ALLWAYS_SC_CLOCK_H

#include "sysc/communication/sc_signal_ports.h"

namespace sc_core {

class sc_clock : public sc_signal<bool, SC_ONE_WRITER> {
 public:
  sc_clock();
  explicit sc_clock(const char *name);
  sc_clock(const char *name, const sc_time &period, double duty_cycle = 0.5, const sc_time &start_time = SC_ZERO_TIME,
           bool posedge_first = true);
  sc_clock(const char *name, double period, sc_time_unit unit, double duty_cycle = 0.5);
  sc_clock(const char *name, double period, sc_time_unit unit, double duty_cycle, double start_time,
           sc_time_unit start_unit, bool posedge_first = true);
  sc_clock(const char *name, double period, double duty_cycle = 0.5, double start_time = 0.0, bool posedge_first = true);

  const char *kind() const override { return "sc_clock"; }
  void write(const bool &) override;
  void register_port(sc_port_base &port, const char *if_typename) override;
  const sc_time &period() const { return m_period; }
  double duty_cycle() const { return m_duty_cycle; }
  const sc_time &start_time() const { return m_start_time; }
  bool posedge_first() const { return m_posedge_first; }
  sc_clock *signal() { return this; }
  static const sc_time time_stamp() { return sc_time_stamp(); }

 protected:
  void before_end_of_elaboration() override;

 private:
  void init(const sc_time &period, double duty_cycle, const sc_time &start_time, bool posedge_first);
  void complain(int id, const char *what) const;
  static void rise(void *clock);
  static void fall(void *clock);

  sc_time m_period, m_start_time, m_high, m_low;
  double m_duty_cycle;
  bool m_posedge_first;
  sc_event m_next_posedge, m_next_negedge;
};

typedef sc_in<bool> sc_in_clk;
typedef sc_inout<bool> sc_inout_clk;
typedef sc_out<bool> sc_out_clk;

}  // namespace sc_core

#endif
