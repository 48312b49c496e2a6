// Producers and consumers share an array of SIZE places; the values are inputs.
// BUG=1: after a wait the fill level is not looked at again.
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef SIZE
#define SIZE 10
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifdef BUG
#define UNTIL if
#else
#define UNTIL while
#endif

SC_MODULE(fifo) {
  int places[SIZE], first, num;
  sc_event read_event, write_event;

  SC_CTOR(fifo) : places(), first(0), num(0) {
    SC_THREAD(producer);
    SC_THREAD(consumer);
#if PRODUCERS == 2
    SC_THREAD(second_producer);
#endif
#if CONSUMERS == 2
    SC_THREAD(second_consumer);
#endif
  }
  void produce() {
    while (true) {
      UNTIL(num == SIZE) wait(read_event);
      sc_assert(num < SIZE);
      places[(first + num) % SIZE] = allways_nondet<int>();
      num++;
      write_event.notify();
    }
  }
  void consume() {
    while (true) {
      UNTIL(num == 0) wait(write_event);
      sc_assert(num > 0);
      int value = places[first];
      (void)value;
      first = (first + 1) % SIZE;
      num--;
      read_event.notify();
    }
  }
  void producer() { produce(); }
  void second_producer() { produce(); }
  void consumer() { consume(); }
  void second_consumer() { consume(); }
};

int sc_main(int, char *[]) {
  fifo f("fifo");
  sc_start();
  return 0;
}
