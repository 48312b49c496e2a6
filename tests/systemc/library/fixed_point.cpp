// expect: safe
// Fixed-point numbers of arbitrary value: what a cast does to them holds for all, without a state for each.
#define SC_INCLUDE_FX
#include <allways.h>
#include <systemc>

typedef sc_dt::sc_fixed<10, 6, sc_dt::SC_RND, sc_dt::SC_SAT> level;

SC_MODULE(filter) {
  sc_core::sc_signal<level> in, out;
  level last;
  void step() {
    out.write((in.read() + last) * 0.25 + 1);
    last = in.read();
  }
  SC_CTOR(filter) : in("in"), out("out") {
    SC_METHOD(step);
    sensitive << in;
  }
};

int sc_main(int, char **) {
  filter f("f");
  const int raw = allways_nondet<signed char>("raw");
  level v = raw;
  v >>= 2;
  sc_assert(v <= 8 && v >= -8);
  sc_assert(v * v >= 0);
  level doubled = v + v;
  sc_assert(doubled - v == v);
  level large = v * 100;
  sc_assert(large <= 31.9375 && large >= -32);
  sc_assert(!(v > 1) || large == 31.9375);
  sc_dt::sc_fixed<6, 3, sc_dt::SC_TRN, sc_dt::SC_WRAP> wrapped = v;
  sc_assert((wrapped - v) * 8 >= -64 && wrapped.to_int() < 4);
  f.in.write(v);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  return 0;
}
