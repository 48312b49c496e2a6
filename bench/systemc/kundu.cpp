// Two producers and a consumer over a buffer of two places, a bounded number of rounds.
// BUG=1: one producer that is too fast. BUG=2: both are.
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef BUG
#define BUG 0
#endif

SC_MODULE(kundu) {
  static const int rounds = BUG ? 2 : 8;
  static const int pause = BUG ? 1 : 3;
  int num, i;
  bool timer;
  char data_0, data_1;
  sc_event filled;

  SC_CTOR(kundu) : num(0), i(0), timer(false), data_0(0), data_1(0) {
    SC_THREAD(producer_1);
#if BUG != 1
    SC_THREAD(producer_2);
#endif
    SC_THREAD(consumer);
  }
  char read_data(int pos) {
    if (pos == 0) return data_0;
    sc_assert(pos == 1);
    return data_1;
  }
  void write_data(int pos, char c) {
    if (pos == 0) {
      data_0 = c;
    } else {
      sc_assert(pos == 1);
      data_1 = c;
    }
  }
  void producer_1() {
    while (i < rounds) {
      write_data(num, 'A');
      num++;
      wait(pause, SC_NS);
    }
  }
  void producer_2() {
    while (i < rounds) {
      write_data(num, 'B');
      num++;
      if (timer) {
        timer = false;
        filled.notify();
      }
      wait(pause, SC_NS);
    }
  }
  void consumer() {
    while (i < rounds) {
      if (num == 0) {
        timer = true;
        i++;
        wait(filled);
      }
      num--;
      sc_assert(num >= 0);
      read_data(num);
      i++;
      wait(1, SC_NS);
    }
  }
};

int sc_main(int, char *[]) {
  kundu k("kundu");
  sc_start();
  return 0;
}
