// Quotients of numbers with signs, powers of two among them, to their last bits; integers that are no doubles.
#define SC_INCLUDE_FX
#include <systemc.h>

int sc_main(int, char *[]) {
  const double values[] = {1, -1, 3, -3, 64, -64, 4294967295.0, -4294967296.0, 0.1, -0.125};
  for (double x : values)
    for (double y : values) {
      const sc_fxval a(x), b(y), q(a / b);
      cout << x << " / " << y << ": " << q.to_string(SC_HEX) << " " << q << endl;
    }
  const sc_fxval most(~uint64(0)), least(int64(1) << 63);
  cout << (most / least).to_string(SC_HEX) << " " << (least / most).to_string(SC_HEX) << endl;
  sc_ufix_fast low(32, 32);
  low = 0x7fffffffffffffffL;
  sc_fixed_fast<64, 64> high(sc_int<64>(0x7fffffffffffffffLL));
  const sc_fixed<80, 70> exact(0x1fffffffffffffffL);
  const sc_fixed_fast<70, 66> rounded(exact);
  cout << low << " " << high.to_string(SC_HEX) << " " << rounded.to_string(SC_HEX) << endl;
  return 0;
}
