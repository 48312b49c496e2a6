// The streams of the console, made by the constructor of std::ios_base::Init: files that include <iostream> have one.
#include <iostream>
#include <new>

#include "abi.h"

namespace {

// Memory of a stream that nobody makes or ends but Init.
template <typename T> struct memory {
  alignas(T) char bytes[sizeof(T)];
};

memory<std::__console_streambuf> buffers[3];
memory<std::__console_input_streambuf> input;
bool made;

template <typename T> void make(memory<T> &stream, std::streambuf *buffer) { new (stream.bytes) T(buffer); }
void make_output(memory<std::ostream> &stream, int i, int number) {
  make(stream, new (buffers[i].bytes) std::__console_streambuf(number));
}

}  // namespace

// By their names as the compiler sees them: a definition of std::cout itself would run a constructor.
extern "C" {
memory<std::istream> _ZSt3cin;
memory<std::ostream> _ZSt4cout, _ZSt4cerr, _ZSt4clog;
}

std::ios_base::Init::Init() {
  if (made) return;
  made = true;
  if (__allways_console_input) make(_ZSt3cin, new (input.bytes) std::__console_input_streambuf);
  // Numbers of the console's streams: 1 is the standard output, 2 that for errors.
  make_output(_ZSt4cout, 0, 1);
  make_output(_ZSt4cerr, 1, 2);
  make_output(_ZSt4clog, 2, 2);
}
