// expect: safe
// property: deadlock
// The same order everywhere: whoever has the first mutex also gets the second.
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
    first.lock();
    wait(1, SC_NS);
    second.lock();
    moved--;
    second.unlock();
    first.unlock();
  }
};

int sc_main(int, char *[]) {
  accounts a("accounts");
  sc_start();
  return 0;
}
