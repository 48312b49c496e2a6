// A handshake in SystemC: the client asks, the server works and answers.
#include <systemc>
int req, n;
SC_MODULE(Handshake) {
  sc_core::sc_event go, done;
  void client() {
    for (;;) {
      req = 1;
      go.notify(sc_core::SC_ZERO_TIME);
      wait(done);
      req = 0;
      wait(10, sc_core::SC_NS);
    }
  }
  void server() {
    for (;;) {
      wait(go);
      n = (n + 1) % 3;
      wait(3, sc_core::SC_NS);
      done.notify();
    }
  }
  SC_CTOR(Handshake) {
    SC_THREAD(client);
    SC_THREAD(server);
  }
};
int sc_main(int, char **) {
  Handshake top("top");
  sc_core::sc_start();
  return 0;
}
