// Values of logic that take up what is no logic.
#include <systemc.h>

int sc_main(int, char *[]) {
  const char *const begin = "01ZX";
  for (int k = 0; k < 4; k++) {
    sc_logic a(begin[k]), b(begin[k]), c(begin[k]), d(begin[k]);
    a &= '1';
    b |= sc_dt::Log_Z;
    c ^= true;
    d &= k;
    cout << begin[k] << ": " << a << b << c << d;
    a |= 'z';
    b ^= 1;
    c &= sc_dt::Log_X;
    d |= false;
    cout << a << b << c << d << endl;
  }
  return 0;
}
