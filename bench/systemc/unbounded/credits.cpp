// Flow control by credits: what is under way never exceeds the receiver's eight places. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  unsigned credits = 8, stored = 0, sent = 0, done = 0;
  sc_event arrived, returned;
  void sender() {
    while (true) {
      while (credits == 0) wait(returned);
      credits--;
      stored++;
      sent++;
      assert(stored <= 8);
      arrived.notify(SC_ZERO_TIME);
      wait(1, SC_NS);
    }
  }
  void receiver() {
    while (true) {
      while (stored == 0) wait(arrived);
      stored--;
      done++;
      credits++;
#ifdef BROKEN
      if ((done & 7) == 7) credits++;
#endif
      assert(sent - done == stored);
      returned.notify(SC_ZERO_TIME);
      wait(2, SC_NS);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(sender);
    SC_THREAD(receiver);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
