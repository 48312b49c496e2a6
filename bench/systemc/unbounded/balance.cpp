// Two accounts and a method that moves any amount between them: the sum stays. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

extern "C" unsigned __VERIFIER_nondet_uint();

SC_MODULE(Top) {
  unsigned left = 1000, right = 0;
  sc_signal<bool> tick;
  void clock() {
    while (true) {
      tick.write(!tick.read());
      wait(5, SC_NS);
    }
  }
  void move() {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef BROKEN
    if (n <= left + 1) {
#else
    if (n <= left) {
#endif
      left -= n;
      right += n;
    }
    assert(left + right == 1000 && right <= 1000);
  }
  void back() {
    if (right > 0) {
      right--;
      left++;
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(clock);
    SC_METHOD(move);
    sensitive << tick;
    SC_METHOD(back);
    sensitive << tick;
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
