// expect: unsafe assert
// As merged_claims.cpp, with a controller that takes a later one of the same priority for a higher one.
#include <systemc.h>
#include <allways.h>

const int sources = 10;

SC_MODULE(Controller) {
  sc_uint<3> priority[sources];
  bool pending[sources];
  int claim() {
    int best = -1;
    sc_uint<3> most = 0;
    for (int i = 0; i < sources; i++)
      if (pending[i] && priority[i] >= most) {
        best = i;
        most = priority[i];
      }
    if (best >= 0) pending[best] = false;
    return best;
  }
  void run() {
    for (int i = 0; i < sources; i++) {
      priority[i] = allways_nondet<unsigned char>("priority") & 7;
      pending[i] = allways_nondet<bool>("pending");
    }
    wait(SC_ZERO_TIME);
    int first = claim(), second = claim();
    if (second >= 0) assert(first >= 0 && (priority[first] != priority[second] || first < second) && !pending[second]);
  }
  SC_CTOR(Controller) { SC_THREAD(run); }
};

int sc_main(int, char *[]) {
  Controller c("c");
  sc_start();
  return 0;
}
