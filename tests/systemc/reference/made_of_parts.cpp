// sc_signed and sc_unsigned made of parts, concatenations and small numbers; shifts by many bits; single bits as vectors.
#include <systemc.h>

template <class T> void show(const char *what, const T &v) { cout << what << " " << v << " " << v.length() << endl; }
template <class F> void tried(F f) {
  try {
    f();
  } catch (const sc_report &r) {
    cout << r.what() << endl;
  }
}

void parts(int w) {
  sc_int_base a(w);
  sc_uint_base b(w);
  sc_signed s(w);
  sc_unsigned u(w);
  a = b = -1;
  s = -1;
  u = -1;
  show("signed of int", sc_signed(a(w - 1, 0)));
  show("signed of uint", sc_signed(b(w - 1, 0)));
  show("signed of signed", sc_signed(s(w - 1, 0)));
  show("signed of unsigned", sc_signed(u(w - 1, 0)));
  show("unsigned of int", sc_unsigned(a(w - 1, 0)));
  show("unsigned of signed", sc_unsigned(s(w - 1, 0)));
  show("signed of both", sc_signed((a, b)));
  show("unsigned of both", sc_unsigned((a, b)));
  show("signed of both big ones", sc_signed((s, u)));
  show("signed of all", sc_signed(u));
}

// What the reference library makes of these is as long as their value.
void lengths() {
  sc_int<6> i = 5;
  sc_uint<7> u = 9;
  sc_int_base less(8);
  less = -3;
  show("int", sc_signed(i));
  show("uint", sc_unsigned(u));
  show("bit", sc_signed(i[0]));
  tried([&] { show("below zero", sc_signed(less)); });
  tried([&] { show("no bit", sc_unsigned(u[1])); });
  show("bigint", sc_signed(sc_bigint<9>(-4)));
  show("biguint", sc_signed(sc_biguint<9>(300)));
}

void shifts() {
  sc_signed s(300);
  s = 1;
  s = s << 250;
  cout << s << endl;
  s = -7;
  s = s << 200;
  cout << s << " " << (s >> 199) << endl;
  sc_biguint<300> b = 3;
  b = b << 298;
  cout << b << endl;
  sc_bigint<200> g = -5;
  g = g << 195;
  cout << g << endl;
}

void words() {
  sc_lv<40> l("ZX10");
  sc_bv<40> b("1011");
  for (int i = 0; i < 4; i++) cout << l[i].get_word(0) << l[i].get_cword(0) << " " << b[i].get_word(0) << b[i].get_cword(0) << " ";
  l[0].set_word(0, 1);
  l[3].set_cword(0, 0);
  l[2].set_cword(0, 1);
  b[5].set_word(0, 1);
  l[1].set_bit(0, sc_dt::Log_Z);
  cout << l << " " << b << " " << l[0].size() << endl;
  tried([&] { l[7].set_word(3, 1); });
  tried([&] { cout << l[8].get_cword(1); });
}

int sc_main(int, char **) {
  parts(1);
  parts(5);
  lengths();
  shifts();
  words();
  return 0;
}
