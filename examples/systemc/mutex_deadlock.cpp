// expect: unsafe deadlock
// property: deadlock
// Two processes take two mutexes in opposite order; each then waits for the one the other holds.
#include <systemc>

using namespace sc_core;

SC_MODULE(accounts) {
  sc_mutex first, second;
  int moved;

  SC_CTOR(accounts) : first("first"), second("second"), moved(0) {
    SC_THREAD(forth);
    SC_THREAD(back);
  }
  void forth() {
    first.lock();
    wait(1, SC_NS);
    second.lock();
    moved++;
    second.unlock();
    first.unlock();
  }
  void back() {
    second.lock();
    wait(1, SC_NS);
    first.lock();
    moved--;
    first.unlock();
    second.unlock();
  }
};

int sc_main(int, char *[]) {
  accounts a("accounts");
  sc_start();
  return 0;
}
