#include <systemc>
// A module and no sc_main.
SC_MODULE(lonely) {
  SC_CTOR(lonely) {}
};
