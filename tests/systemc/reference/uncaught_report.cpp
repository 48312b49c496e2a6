// An error of the program's own that nobody catches.
#include <systemc>

int sc_main(int, char **) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  SC_REPORT_ERROR("/model/limits", "more than there is");
  return 0;
}
