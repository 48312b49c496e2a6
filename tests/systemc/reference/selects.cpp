// Selects and texts that do not fit are reports.
#include <systemc.h>
template <class F> static void attempt(const char *name, F f) {
  try {
    f();
    cout << name << ": nothing" << endl;
  } catch (const sc_report &r) {
    cout << name << ": " << r.what() << endl;
  }
}
template <class T> void all(const char *n) {
  T x;
  const T y = x;
  cout << n << endl;
  attempt("bit", [&] { x[5] = 1; });
  attempt("bit-", [&] { x[-1] = 1; });
  attempt("cbit", [&] { cout << y[5] << endl; });
  attempt("bit()", [&] { cout << x.bit(7) << endl; });
  attempt("range", [&] { x.range(7, 0) = 3; });
  attempt("range-", [&] { x.range(2, -1) = 3; });
  attempt("rev", [&] {
    x = 6;
    cout << x.range(0, 2) << endl;
  });
  attempt("crev", [&] { cout << y.range(0, 2) << " " << y.range(9, 0) << endl; });
  attempt("()", [&] { cout << x(7, 0) << endl; });
  attempt("revset", [&] {
    x = 0;
    x.range(0, 2) = 3;
    cout << x << endl;
  });
}
int sc_main(int, char **) {
  all<sc_int<5>>("sc_int");
  all<sc_uint<5>>("sc_uint");
  all<sc_bigint<5>>("sc_bigint");
  all<sc_biguint<5>>("sc_biguint");
  attempt("text", [] { sc_int<5> a("zz"); });
  attempt("text", [] {
    sc_uint<5> a("1x");
    cout << a << endl;
  });
  attempt("text", [] {
    sc_bigint<5> a("0b12");
    cout << a << endl;
  });
  attempt("text", [] {
    sc_bv<5> a("0b0011x");
    cout << a << endl;
  });
  attempt("text", [] {
    sc_bv<5> a("01Z");
    cout << a << endl;
  });
  attempt("text", [] {
    sc_lv<5> a("01q");
    cout << a << endl;
  });
  attempt("text", [] {
    sc_biguint<5> a;
    a = "0xq";
    cout << a << endl;
  });
  attempt("text", [] {
    sc_int<5> a;
    a = "";
    cout << a << endl;
  });
  attempt("text", [] {
    sc_signed a(5);
    a = "";
    cout << a << endl;
  });
  attempt("text", [] {
    sc_bv<5> a;
    a = "";
    cout << a << endl;
  });
  attempt("null", [] {
    sc_int<5> a;
    a = (const char *)0;
    cout << a << endl;
  });
  attempt("null", [] {
    sc_bigint<5> a;
    a = (const char *)0;
    cout << a << endl;
  });
  attempt("null", [] {
    sc_bv<5> a;
    a = (const char *)0;
    cout << a << endl;
  });
  attempt("len", [] { sc_signed a(0); });
  attempt("len", [] { sc_unsigned a(-1); });
  attempt("len", [] { sc_int_base a(0); });
  attempt("len", [] { sc_uint_base a(65); });
  attempt("len", [] { sc_bv_base a(0); });
  attempt("len", [] { sc_lv_base a(-3); });
  attempt("div", [] {
    sc_bigint<5> a = 3, b = 0;
    cout << a / b << endl;
  });
  attempt("mod", [] {
    sc_biguint<5> a = 3, b = 0;
    cout << a % b << endl;
  });
  attempt("lv", [] {
    sc_lv<5> a("01ZX1");
    cout << a.to_uint() << " " << a.to_int() << endl;
  });
  attempt("lv", [] {
    sc_lv<5> a("01ZX1");
    sc_int<5> b;
    b = a;
    cout << b << endl;
  });
  attempt("lv", [] {
    sc_lv<5> a("01ZX1");
    sc_biguint<5> b;
    b = a;
    cout << b << endl;
  });
  attempt("lvbv", [] {
    sc_lv<5> a("01ZX1");
    sc_bv<5> b;
    b = a;
    cout << b << endl;
  });
  attempt("logic", [] { sc_logic l(7); });
  attempt("logic", [] {
    sc_logic l('q');
    cout << l << endl;
  });
  attempt("bit", [] {
    sc_bit l('q');
    cout << l << endl;
  });
  attempt("bit", [] {
    sc_bit l(4);
    cout << l << endl;
  });
  attempt("logic", [] {
    sc_logic l;
    l = 4;
    cout << l << endl;
  });
  attempt("bv X", [] {
    sc_bv<3> l;
    l[1] = SC_LOGIC_X;
    cout << l << endl;
  });
  attempt("bv Z", [] {
    sc_bv<3> l;
    l[1] = 'Z';
    cout << l << endl;
  });
  attempt("bv=", [] {
    sc_bv<3> l(SC_LOGIC_1 == SC_LOGIC_1);
    cout << l << endl;
  });
  attempt("lv->bool", [] {
    sc_lv<3> l("X01");
    cout << l[2].to_bool() << endl;
  });
  return 0;
}
