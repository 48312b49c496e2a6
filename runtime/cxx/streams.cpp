// The streams of the console, made by the constructor of std::ios_base::Init: files that include <iostream> have one.
#include <iostream>
#include <new>

#include "abi.h"

namespace {

// Memory of a stream without constructor or destructor of its own.
template <typename T> union memory {
  char none;
  T stream;
  constexpr memory() : none(0) {}
  ~memory() {}
};

memory<std::__console_streambuf> buffers[4];
bool made;

}  // namespace

// By their names as the compiler sees them: a definition of std::cout itself would run a constructor.
extern "C" {
memory<std::istream> _ZSt3cin;
memory<std::ostream> _ZSt4cout, _ZSt4cerr, _ZSt4clog;
}

std::ios_base::Init::Init() {
  if (made) return;
  made = true;
  // Numbers of the console's streams: 1 is the standard output, 2 that for errors.
  new (&_ZSt3cin.stream) std::istream(new (&buffers[0].stream) std::__console_streambuf(-1));
  new (&_ZSt4cout.stream) std::ostream(new (&buffers[1].stream) std::__console_streambuf(1));
  new (&_ZSt4cerr.stream) std::ostream(new (&buffers[2].stream) std::__console_streambuf(2));
  new (&_ZSt4clog.stream) std::ostream(new (&buffers[3].stream) std::__console_streambuf(2));
}
