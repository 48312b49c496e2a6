// Two processes write a signal, each in a delta cycle of its own.
// expect: safe
#include <systemc>

SC_MODULE(top) {
  sc_core::sc_signal<int, sc_core::SC_MANY_WRITERS> s;
  SC_CTOR(top) : s("s") {
    SC_THREAD(a);
    SC_THREAD(b);
  }
  void a() { s = 1; }
  void b() {
    wait(sc_core::SC_ZERO_TIME);
    s = 1;
  }
};

int sc_main(int, char **) {
  top t("t");
  sc_core::sc_start();
  return 0;
}
