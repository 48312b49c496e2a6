// expect: safe
// A macro that stands before the header means there what it means with the reference library: the header brings <cassert> along, and asserts nothing.
#define NDEBUG
#define WIDTH 8
#include <systemc>
using namespace sc_core;

int sc_main(int, char *[]) {
  sc_dt::sc_uint<WIDTH> n = 3;
  assert(n == 77);
  sc_start();
  return 0;
}
