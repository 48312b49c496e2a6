// The request is an immediate notification: whoever does not wait yet never hears of it.
#include <systemc>
using namespace sc_core;

SC_MODULE(Bus) {
  sc_event request, answer;

  void master() {
    request.notify();
    wait(answer);
  }
  void slave() {
    wait(request);
    wait(5, SC_NS);
    answer.notify();
  }
  SC_CTOR(Bus) {
    SC_THREAD(master);
    SC_THREAD(slave);
  }
};

int sc_main(int, char **) {
  Bus bus("bus");
  sc_start();
  return 0;
}
