// Trace files: values of all types.
#define SC_INCLUDE_FX
#include <systemc.h>

SC_MODULE(source) {
  sc_in<bool> clock;
  sc_signal<int> count{"count"};
  sc_signal<sc_uint<4>> nibble{"nibble"};
  sc_signal<sc_logic> line{"line"};
  sc_event tick;
  sc_time span{3, SC_NS};
  double real = 1.5;
  float half = 0.1f;
  sc_lv<6> logic;
  sc_bv<70> bits;
  sc_fixed<8, 4> fixed;
  sc_fxval value;
  unsigned char small = 3;
  short little = -5;
  long long large = -1;
  sc_bigint<70> big;
  bool flag = false;
  unsigned colour = 1;
  SC_CTOR(source) {
    SC_METHOD(count_up);
    sensitive << clock.pos();
    SC_THREAD(notify);
  }
  void count_up() {
    count.write(count.read() + 1);
    nibble.write(nibble.read() + 3);
    line.write(flag ? SC_LOGIC_Z : SC_LOGIC_X);
    real *= 2;
    half += 1;
    logic = count.read();
    if (count.read() > 2) logic[5] = 'Z';
    bits = count.read();
    fixed = real;
    value = fixed * 2;
    tick.notify(1, SC_NS);
    small++;
    little--;
    large--;
    big = -count.read();
    flag = !flag;
    colour = (colour + 1) % 4;
    span += sc_time(1, SC_NS);
  }
  void notify() {
    wait(3.5, SC_NS);
    tick.notify();
    wait(SC_ZERO_TIME);
    tick.notify(SC_ZERO_TIME);
    wait(1, SC_NS);
    flag = true;
    wait(SC_ZERO_TIME);
    flag = false;
  }
};

int sc_main(int, char **) {
  sc_clock clock("clock", 10, SC_NS);
  source s("s");
  s.clock(clock);
  static const char *colours[] = {"red", "green", "blue", nullptr};
  sc_trace_file *file = sc_create_vcd_trace_file("waveform");
  sc_write_comment(file, "before");
  sc_trace(file, clock, "clock");
  sc_trace(file, s.clock, "s.clock");
  sc_trace(file, s.count, s.count.name());
  sc_trace(file, s.nibble, "s.part.nibble");
  sc_trace(file, s.line, "line");
  sc_trace(file, s.tick, "s.tick");
  sc_trace(file, s.span, "s.span");
  sc_trace(file, s.real, "real");
  sc_trace(file, s.half, "a[1]");
  sc_trace(file, s.logic, "b.logic");
  sc_trace(file, s.bits, "b.bits");
  sc_trace(file, s.fixed, "fixed");
  sc_trace(file, s.value, "value");
  sc_trace(file, s.small, "small", 3);
  sc_trace(file, s.little, "little", 4);
  sc_trace(file, s.large, "large");
  sc_trace(file, s.big, "big");
  sc_trace(file, s.flag, "flag");
  sc_trace(file, s.colour, "colour", colours);
  sc_start(35, SC_NS);
  try {
    sc_trace(file, s.flag, "late");
  } catch (const sc_report &r) {
    cout << r.get_msg() << endl;
  }
  sc_start(SC_ZERO_TIME);
  sc_write_comment(file, "between");
  sc_start(20, SC_NS);
  cout << sc_delta_count() << " " << sc_delta_count_at_current_time() << endl;
  sc_close_vcd_trace_file(file);
  return 0;
}
