// Two writers of one signal: processes that have ended are still told about, and with several allowed the delta cycle is.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc.h>

SC_MODULE(writers) {
  sc_signal<int> one;
  sc_signal<int, SC_MANY_WRITERS> many;

  template <class S> void write(S &signal, int value) {
    try {
      signal.write(value);
    } catch (const sc_report &r) {
      std::cout << sc_time_stamp() << ' ' << r.what() << std::endl;
    }
  }
  void first() {
    sc_spawn([this] { write(one, 1); }, "ended");
    wait(1, SC_NS);
    write(one, 2);
    wait(1, SC_NS);
    write(many, 3);
  }
  void second() {
    wait(2, SC_NS);
    write(many, 4);
    wait(1, SC_NS);
    write(many, 5);
    std::cout << many.read() << std::endl;
  }
  SC_CTOR(writers) : one("one"), many("many") {
    SC_THREAD(first);
    SC_THREAD(second);
  }
};

int sc_main(int, char **) {
  writers w("w");
  sc_start();
  std::cout << w.one << ' ' << w.many << std::endl;
  return 0;
}
