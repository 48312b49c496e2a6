// expect: unsafe assert
// The producer asks once whether there is room, but two producers may be woken by one free slot: the second one
// overflows the buffer. How much is sent is an input.
#include <allways.h>
#include <systemc>

using namespace sc_core;

class ring : public sc_module {
 public:
  SC_CTOR(ring) : head(0), count(0), slots() {}
  void put(int value) {
    if (count == SIZE) wait(taken);
    slots[(head + count) % SIZE] = value;
    count++;
    sc_assert(count <= SIZE);
    stored.notify(SC_ZERO_TIME);
  }
  int get() {
    while (count == 0) wait(stored);
    int value = slots[head];
    head = (head + 1) % SIZE;
    count--;
    taken.notify(SC_ZERO_TIME);
    return value;
  }

 private:
  static const int SIZE = 2;
  sc_event stored, taken;
  int head, count, slots[SIZE];
};

SC_MODULE(top) {
  ring buffer;
  int values;

  SC_CTOR(top) : buffer("buffer"), values(allways_any<int>(0, 4, "values")) {
    SC_THREAD(producer);
    SC_THREAD(second_producer);
    SC_THREAD(consumer);
  }
  void producer() {
    for (int i = 0; i < values; i++) buffer.put(i);
  }
  void second_producer() { producer(); }
  void consumer() {
    for (int i = 0; i < 2 * values; i++) buffer.get();
  }
};

int sc_main(int, char *[]) {
  top t("top");
  sc_start();
  return 0;
}
