// Queues of payloads that call back: what comes with no delay, with a delay of zero, and with others, in one delta cycle.
#include <systemc>
#include <tlm.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

using namespace sc_core;
using std::cout;
using std::endl;

struct queues : sc_module {
  tlm_utils::peq_with_cb_and_phase<queues> first, second;
  tlm::tlm_generic_payload items[8];
  sc_event seen;
  int left;

  SC_CTOR(queues) : first("first", this, &queues::on_first), second("second", this, &queues::on_second), left(3) {
    SC_THREAD(run);
    SC_THREAD(watch);
  }
  void say(const char *which, tlm::tlm_generic_payload &t, const tlm::tlm_phase &phase) {
    cout << sc_time_stamp() << " " << sc_delta_count() << " " << which << " " << &t - items << " " << phase << endl;
    seen.notify();
  }
  void on_first(tlm::tlm_generic_payload &t, const tlm::tlm_phase &phase) {
    say("first", t, phase);
    if (left-- > 0) {
      second.notify(items[4], tlm::BEGIN_RESP, SC_ZERO_TIME);
      first.notify(items[5], tlm::END_RESP, SC_ZERO_TIME);
      second.notify(items[6], tlm::END_RESP, sc_time(2, SC_NS));
    }
  }
  void on_second(tlm::tlm_generic_payload &t, const tlm::tlm_phase &phase) { say("second", t, phase); }
  void run() {
    first.notify(items[0], tlm::BEGIN_REQ, sc_time(2, SC_NS));
    second.notify(items[1], tlm::END_REQ, sc_time(2, SC_NS));
    first.notify(items[2], tlm::BEGIN_REQ, sc_time(1, SC_NS));
    second.notify(items[3], tlm::BEGIN_REQ, SC_ZERO_TIME);
    second.notify(items[3], tlm::END_REQ);
    wait(2, SC_NS);
    second.notify(items[7], tlm::BEGIN_REQ);
    second.notify(items[7], tlm::END_REQ, SC_ZERO_TIME);
    wait(1, SC_NS);
    first.notify(items[0], tlm::BEGIN_REQ, SC_ZERO_TIME);
    first.notify(items[1], tlm::BEGIN_REQ, sc_time(1, SC_NS));
    first.cancel_all();
    first.notify(items[2], tlm::BEGIN_REQ, sc_time(3, SC_NS));
  }
  void watch() {
    for (;;) {
      wait(seen);
      cout << "seen" << endl;
    }
  }
};

int sc_main(int, char *[]) {
  queues q("q");
  sc_start();
  cout << sc_time_stamp() << endl;
  return 0;
}
