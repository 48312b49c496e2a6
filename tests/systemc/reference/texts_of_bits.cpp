// Texts of digits -1, 0 and 1, bits that are not known behind a prefix, the time of reports, who is disabled before it has begun.
#include <systemc.h>

template <class T>
static void show(const char *text) {
  try {
    T v;
    v = text;
    cout << text << " " << v << endl;
  } catch (const sc_report &r) {
    cout << text << ": " << r.get_msg_type() << endl;
  }
}

SC_MODULE(Top) {
  sc_process_handle threads[2];
  SC_CTOR(Top) {
    SC_METHOD(control);
    SC_THREAD(run);
    threads[0] = sc_get_current_process_handle();
    SC_THREAD(run);
    threads[1] = sc_get_current_process_handle();
    threads[1].disable();
  }
  void control() {
    cout << sc_time_stamp() << " control" << endl;
    threads[0].disable();
    if (sc_time_stamp() < sc_time(4, SC_NS)) next_trigger(2, SC_NS);
    if (sc_time_stamp() == sc_time(2, SC_NS)) {
      threads[0].enable();
      threads[1].enable();
    }
  }
  void run() {
    cout << sc_time_stamp() << " " << sc_get_current_process_handle().name() << endl;
    wait();
  }
};

int sc_main(int, char **) {
  show<sc_int<8> >("0csd0000000-");
  show<sc_bigint<70> >("-0csd10-01");
  show<sc_uint<9> >("0csd10000000-");
  show<sc_int<8> >("0csd012");
  show<sc_lv<5> >("0b1x011");
  show<sc_lv<8> >("0b1x011");
  show<sc_lv<8> >("0b0zx");
  show<sc_lv<5> >("0bxxxxx");
  show<sc_lv<5> >("0b1junk");
  show<sc_lv<5> >("0bsm1x01");
  show<sc_bv<5> >("0b0011x");
  sc_bv<64> wide;
  wide[63] = wide[31] = wide[2] = 1;
  cout << wide.to_ulong() << " " << wide.to_uint64() << " " << wide.to_int() << endl;
  Top top("top");
  sc_start(1, SC_NS);
  sc_report_handler::set_actions("mine", SC_CACHE_REPORT);
  SC_REPORT_INFO("mine", "said");
  sc_start(5, SC_NS);
  cout << sc_report_handler::get_cached_report()->get_time() << endl;
  return 0;
}
