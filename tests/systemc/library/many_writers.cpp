// Several processes may write a signal, but not two of them in one delta cycle: the same value is an error, too.
// expect: unsafe exception
#include <systemc>

SC_MODULE(top) {
  sc_core::sc_signal<int, sc_core::SC_MANY_WRITERS> s;
  SC_CTOR(top) : s("s") {
    SC_THREAD(a);
    SC_THREAD(b);
  }
  void a() { s = 1; }
  void b() { s = 1; }
};

int sc_main(int, char **) {
  top t("t");
  sc_core::sc_start();
  return 0;
}
