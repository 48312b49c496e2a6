// expect: safe
// property: ltl
// options: "--ltl=G F top.left.state == 2 & G top.right.state <= 1"
// Members of the same name in two classes: the class of the object decides.
#include <systemc>
using namespace sc_core;
SC_MODULE(Three) {
  char pad[5];
  int state = 0;
  void run() {
    for (;;) {
      wait(1, SC_NS);
      state = (state + 1) % 3;
    }
  }
  SC_CTOR(Three) { SC_THREAD(run); }
};
SC_MODULE(Two) {
  unsigned char state = 0;
  void run() {
    for (;;) {
      wait(1, SC_NS);
      state = 1 - state;
    }
  }
  SC_CTOR(Two) { SC_THREAD(run); }
};
SC_MODULE(Top) {
  Three left{"left"};
  Two right{"right"};
  SC_CTOR(Top) {}
};
int sc_main(int, char **) {
  Top top("top");
  sc_start();
  return 0;
}
