// A process that names the event it waits for is woken as one that waits now, also if it is always sensitive to it.
#include <systemc>
#include <iostream>
using namespace sc_core;

SC_MODULE(M) {
  sc_event e, g;
  void say(const char *who) { std::cout << sc_time_stamp() << " " << who << std::endl; }
  void trigger() {
    for (int i = 0; i < 4; i++) {
      e.notify(1, SC_NS);
      wait(2, SC_NS);
    }
  }
  void one() {
    for (;;) {
      say("one");
      wait(e);
    }
  }
  void two() {
    wait(e);
    for (;;) {
      say("two");
      wait(e);
    }
  }
  void three() {
    for (;;) {
      say("three");
      wait(e);
    }
  }
  void four() {
    for (;;) {
      wait();
      say("four");
    }
  }
  void five() {
    for (;;) {
      wait(3, SC_NS, e);
      say("five");
    }
  }
  void six() {
    for (;;) {
      wait(e | g);
      say("six");
    }
  }
  void method() {
    say("method");
    next_trigger(e);
  }
  void other() { say("other"); }
  SC_CTOR(M) {
    SC_THREAD(trigger);
    SC_THREAD(one);
    SC_THREAD(two);
    SC_THREAD(three);
    sensitive << e;
    dont_initialize();
    SC_THREAD(four);
    sensitive << e;
    SC_THREAD(five);
    sensitive << e;
    SC_THREAD(six);
    sensitive << e << g;
    SC_METHOD(method);
    sensitive << e;
    SC_METHOD(other);
    sensitive << e;
    dont_initialize();
  }
};

int sc_main(int, char **) {
  M m("m");
  sc_start(8, SC_NS);
  return 0;
}
