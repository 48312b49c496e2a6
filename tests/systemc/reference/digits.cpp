// The digits of big numbers, as the reference library holds them.
#include <systemc.h>
template <class T> void show(const char *what, T &v, int n) {
  cout << what << ":";
  for (int i = 0; i < n; i++) cout << " " << v.get_raw()[i];
  cout << endl;
}
int sc_main(int, char **) {
  sc_biguint<3> a = 7;
  ++a;
  show("a", a, 1);
  sc_bigint<70> b = "-123456789012345678901";
  show("b", b, 3);
  sc_signed s(40);
  s = 0x7fffffffffLL;
  show("s", s, 2);
  sc_unsigned u(61);
  u = 1;
  u <<= 60;
  show("u", u, 3);
  return 0;
}
