// In which order the reference library runs processes that one clock wakes: through ports, counted waits, both edges.
#include <systemc.h>
SC_MODULE(S) {
  sc_in_clk CLK;
  sc_in<bool> d;
  void c1() {
    wait(3);
    while (true) {
      cout << sc_time_stamp() << " " << name() << " c1" << endl;
      wait(2);
    }
  }
  void c2() {
    while (true) {
      wait();
      cout << sc_time_stamp() << " " << name() << " c2" << endl;
    }
  }
  void t1() {
    while (true) {
      wait();
      cout << sc_time_stamp() << " " << name() << " t1" << endl;
    }
  }
  void t2() {
    wait(2);
    while (true) {
      cout << sc_time_stamp() << " " << name() << " t2" << endl;
      wait(3);
    }
  }
  void m1() {
    cout << sc_time_stamp() << " " << name() << " m1" << endl;
  }
  void m2() {
    cout << sc_time_stamp() << " " << name() << " m2" << endl;
  }
  SC_CTOR(S) {
    SC_CTHREAD(c1, CLK.pos());
    SC_CTHREAD(c2, CLK.neg());
    SC_THREAD(t1);
    sensitive << CLK.pos();
    SC_THREAD(t2);
    sensitive << CLK.pos();
    SC_METHOD(m1);
    sensitive << CLK.pos();
    SC_METHOD(m2);
    sensitive << CLK << d;
  }
};
int sc_main(int, char **) {
  sc_clock c("c", 10, SC_NS), e("e", 15, SC_NS, 0.5, 5, SC_NS);
  sc_signal<bool> d;
  S a("a"), b("b"), x("x");
  a(c, d);
  b.CLK(c);
  b.d(d);
  x.CLK(c);
  x.d(e);
  S g("g");
  g.CLK(e);
  g.d(c);
  sc_start(0, SC_NS);
  d.write(true);
  sc_start(120, SC_NS);
  return 0;
}
