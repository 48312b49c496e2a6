// A ring buffer with counters that never wrap back: the distance of writer and reader stays within its size. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  unsigned written = 0, read = 0;
  int cells[4];
  sc_event room, data;
  int next() { return static_cast<int>(written & 0xff); }
  void writer() {
    while (true) {
#ifdef BROKEN
      while (written - read > 4) wait(room);
#else
      while (written - read >= 4) wait(room);
#endif
      assert(written - read < 4);
      cells[written % 4] = next();
      written++;
      data.notify(SC_ZERO_TIME);
      wait(1, SC_NS);
    }
  }
  void reader() {
    while (true) {
      while (read == written) wait(data);
      assert(written - read <= 4);
      int got = cells[read % 4];
      (void)got;
      read++;
      room.notify(SC_ZERO_TIME);
      wait(3, SC_NS);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(writer);
    SC_THREAD(reader);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
