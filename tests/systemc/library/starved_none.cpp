// expect: safe
// property: starvation
// Both take the mutexes in the same order, and a signal whose update wakes the watcher: everybody runs on or ends.
#include <systemc>

using namespace sc_core;

SC_MODULE(pair_of_locks) {
  sc_in<bool> clock;
  sc_mutex first, second;
  sc_signal<bool> done;

  SC_CTOR(pair_of_locks) {
    SC_THREAD(forward);
    sensitive << clock.pos();
    SC_THREAD(backward);
    sensitive << clock.pos();
    SC_THREAD(watch);
  }
  void forward() {
    first.lock();
    wait();
    second.lock();
    done.write(true);
    second.unlock();
    first.unlock();
  }
  void backward() {
    first.lock();
    wait();
    second.lock();
    second.unlock();
    first.unlock();
  }
  void watch() { wait(done.value_changed_event()); }
};

int sc_main(int, char *[]) {
  sc_clock clock("clock", 5, SC_NS);
  pair_of_locks m("m");
  m.clock(clock);
  sc_start(40, SC_NS);
  return 0;
}
