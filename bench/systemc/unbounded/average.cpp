// A filter over any samples: the sum of its window is that of its cells. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

extern "C" unsigned char __VERIFIER_nondet_uchar();

SC_MODULE(Top) {
  unsigned a = 0, b = 0, c = 0, sum = 0, samples = 0;
  void sample() {
    while (true) {
      unsigned now = __VERIFIER_nondet_uchar();
#ifdef BROKEN
      sum += now - (samples == 9 ? b : c);
#else
      sum += now - c;
#endif
      c = b;
      b = a;
      a = now;
      samples++;
      wait(10, SC_NS);
    }
  }
  void watch() {
    while (true) {
      wait(10, SC_NS);
      assert(sum == a + b + c);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(sample);
    SC_THREAD(watch);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
