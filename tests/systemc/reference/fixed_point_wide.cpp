// Fixed-point numbers beyond one word: long types and values, variables that are not cast, infinities and not-a-numbers, texts with exponents.
#include <cmath>
#include <sstream>
#define SC_INCLUDE_FX
#include <systemc.h>

#define P(...) std::cout << #__VA_ARGS__ << " = " << (__VA_ARGS__) << std::endl

static void copies() {
  sc_fixed<5, 3, SC_RND, SC_SAT> a = 1.25;
  sc_ufix_fast b(15, 16, SC_RND, SC_SAT_ZERO);
  sc_fix of_a(a), of_b(b), longer(a, 200, 150);
  sc_ufix other(a, SC_TRN, SC_WRAP);
  P(of_a.type_params());
  P(of_b.type_params());
  P(longer.type_params());
  P(other.type_params());
  P(longer);
}

static void limits() {
  sc_fxval large(1.7976931348623157e308), small(2.2250738585072014e-308), zero(-0.0), r;
  r = large + small, P(r.to_string(SC_HEX));
  r = large - small, P(r.to_string(SC_HEX));
  r = large * small, P(r.to_string(SC_HEX));
  r = large * large, P(r.to_string(SC_HEX));
  r = small / large, P(r.to_string(SC_HEX));
  r = large / zero, P(r.to_string(SC_HEX));
  sc_fxval_fast f(1.7976931348623157e308), g(2.2250738585072014e-308), s;
  s = f + g, P(s.to_string(SC_HEX));
  s = f * f, P(s.to_string(SC_HEX));
  s = g * g, P(s.to_string(SC_HEX));
}

int sc_main(int, char **) {
  sc_fixed<200, 100> a = 1.5, b = "-123456789012345678901234567890.25";
  sc_ufixed<300, 20, SC_RND, SC_SAT> u = 3.25;
  P(a);
  P(b);
  P(u);
  P(a * b);
  P(a + b);
  P(a - b);
  P(a / b);
  P(u * u);
  P(u * b);
  cout << a.to_string(SC_HEX) << ' ' << b.to_string(SC_BIN) << endl;
  a <<= 30;
  P(a);
  a = b;
  P(a);
  a = b * b;
  P(a);
  P(a.overflow_flag());
  P(u.quantization_flag());
  P(b.to_double());
  P(b.to_int());
  P(b.to_int64());
  P(a == b);
  P(a < b);
  P(a >= b);
  P(b[100]);
  P(b[101]);
  b[100] = 1;
  P(b);
  P(b.range(110, 90));
  b.range(110, 90) = 5;
  P(b);
  P((a & b));
  P((a | b));
  P(~a);
  P(b.range(199, 10));
  sc_fix f(150, 40, SC_OFF);
  f = 1.0 / 3;
  P(f);
  P(f.cast_switch());
  sc_fix g(8, 4, SC_OFF);
  g = 3.14159;
  P(g);
  g = g * 100;
  P(g);
  sc_fix h(8, 4);
  h = g;
  P(h);
  { sc_fxcast_context c(SC_OFF);
  sc_fixed<8, 4> k = 1.23456;
  P(k);
  k += 100;
  P(k); } sc_fixed<8, 4> k2 = 1.23456;
  P(k2);
  sc_fxval i(1e300), j(-1e-300), z(-0.0), n((double) NAN), p((double) INFINITY);
  P(i);
  P(j);
  P(z);
  P(n);
  P(p);
  P(i * i);
  P(i + j);
  P(i - j);
  P(p * 0);
  P(p - p);
  P(1 / z);
  P(p > i);
  P(n == n);
  P(n != n);
  P(n <= i);
  P(i / j);
  P(-p);
  P(p.is_inf());
  P(n.is_nan());
  P(z.is_zero());
  P(z.is_neg());
  sc_fixed<8, 4> s;
  try { s = p; } catch (sc_report &r) { cout << r.what() << endl; } s = 1;
  P(s);
  s = i;
  P(s);
  sc_fixed<8, 4, SC_TRN, SC_SAT> t = i;
  P(t);
  t = -i;
  P(t);
  t = j;
  P(t);
  sc_fxval_fast q(1e300);
  P(q * q);
  P(q / 0.0);
  sc_fixed_fast<60, 30> r = 1e10;
  P(r / 3);
  sc_fxval x1("1.5e40"), x2("123e-50"), x3("0x1.8e+20"), x4("-Inf"), x5("NaN"), x6("0b0.0001e-100");
  P(x1);
  P(x2);
  P(x3);
  P(x4);
  P(x5);
  P(x6);
  P(x1.to_string(SC_HEX));
  P(x2.to_string(SC_E));
  P(x1.to_string(SC_F));
  P(x6.to_string(SC_BIN, SC_E));
  sc_biguint<300> big = 1;
  big <<= 290;
  sc_fixed<310, 305> w(big);
  P(w);
  P(w * w);
  sc_fxval wv(big);
  P(wv + 1);
  P(wv.to_string(SC_OCT));
  P(sc_fixed<130, 130>(-1));
  P((sc_fixed<130, 130>(-1).to_string(SC_HEX)));
  P((sc_ufixed<130, 100>(-1)));
  sc_fixed<140, 70, SC_RND_CONV, SC_WRAP_SM, 3> v1 = 1e25;
  P(v1);
  v1 = -1e22;
  P(v1);
  v1 *= 1e-15;
  P(v1);
  v1++;
  P(v1);
  std::stringstream ss("12.75 -3.5");
  ss >> v1;
  P(v1);
  copies();
  limits();
  return 0;
}
