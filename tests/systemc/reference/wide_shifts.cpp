// Numbers and vectors that are shifted to the left by as many bits as they have.
#include <systemc.h>

template <int W> void shift() {
  sc_biguint<W> ones = -1, u;
  sc_bigint<W> three = -3, s;
  sc_bv<W> v;
  for (int k = W - 1; k <= W; k++) {
    u = (ones << k) + 1;
    s = (three << k) >> (k - 3);
    v = (sc_bv<W>(1) << k) >> (k / 2);
    cout << W << " " << k << ": " << u << " " << s << " " << v.to_string(SC_HEX) << endl;
  }
}

int sc_main(int, char *[]) {
  shift<65>();
  shift<128>();
  shift<129>();
  shift<255>();
  shift<300>();
  shift<512>();
  sc_unsigned n(900);
  n = 1;
  n <<= 899;
  n = n | 5;
  cout << n << endl;
  return 0;
}
