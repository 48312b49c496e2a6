// A buffer that processes reach through pointers, and an input behind a function.
#pragma once
#include <allways.h>
#include <systemc>

inline int any_level() { return allways_nondet<int>(); }

struct Buffer : sc_core::sc_module {
  sc_core::sc_event written, taken;
  char data[2];
  int count = 0, first = 0;
  SC_CTOR(Buffer) {}
  void write(char c) {
    while (count == 2) wait(taken);
    data[(first + count) % 2] = c;
    count++;
    written.notify();
  }
  char read() {
    while (count == 0) wait(written);
    char c = data[first];
    first = (first + 1) % 2;
    count--;
    taken.notify();
    return c;
  }
};
