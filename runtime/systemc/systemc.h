// The SystemC library with its names, and those of the C++ library that models use, in the global namespace.
#ifndef ALLWAYS_SYSTEMC_H
#define ALLWAYS_SYSTEMC_H

#include "systemc"

#include <fstream>
#include <iomanip>
#include <memory>
#include <sstream>

using namespace sc_dt;
using namespace sc_core;

using std::ios;
using std::streambuf;
using std::streampos;
using std::streamsize;
using std::iostream;
using std::istream;
using std::ostream;
using std::cin;
using std::cout;
using std::cerr;
using std::endl;
using std::flush;
using std::dec;
using std::hex;
using std::oct;
using std::noshowbase;
using std::showbase;
using std::ends;
using std::ws;
using std::fstream;
using std::ifstream;
using std::ofstream;
using std::istringstream;
using std::ostringstream;
using std::stringstream;
using std::abs;
using std::size_t;
using std::strcat;
using std::strchr;
using std::strcmp;
using std::strcpy;
using std::strlen;
using std::strncmp;
using std::strncpy;
using std::memchr;
using std::memcmp;
using std::memcpy;
using std::memmove;
using std::memset;

#endif
