// What fixed-point types print: every mode of quantisation and overflow, arithmetic, comparisons, conversions, texts, with
// random numbers. tests/systemc/datatypes.py compares it with the reference library.
#define SC_INCLUDE_FX
#include <systemc.h>

#ifndef ROUNDS
#define ROUNDS 4
#endif

static unsigned long long seed = 12345;
static unsigned draw(unsigned below) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return static_cast<unsigned>(seed >> 33) % below;
}
// Values around the edges of the types: a few bits behind the point, sometimes exactly in the middle of two.
static double draw_real() {
  const int n = static_cast<int>(draw(4096)) - 2048;
  static const double scales[] = {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 1024, 1};
  return n * scales[draw(6)];
}

template <class T> static void show(const T &v) {
  cout << v << ' ' << v.to_string(SC_BIN) << ' ' << v.quantization_flag() << v.overflow_flag() << ' ' << v.to_int() << ' ' << v.to_double()
       << endl;
}
template <class T> static void casts(const char *name) {
  cout << name << endl;
  for (int k = 0; k < ROUNDS; k++) {
    T v(draw_real());
    show(v);
    v = static_cast<int>(draw(64)) - 32;
    show(v);
    v += 0.3;
    show(v);
  }
}
#define MODES(Q)                                                                                                     \
  casts<sc_fixed<6, 3, Q, SC_SAT> >(#Q " SAT");                                                                      \
  casts<sc_fixed<6, 3, Q, SC_SAT_ZERO> >(#Q " SAT_ZERO");                                                            \
  casts<sc_fixed<6, 3, Q, SC_SAT_SYM> >(#Q " SAT_SYM");                                                              \
  casts<sc_fixed<6, 3, Q, SC_WRAP> >(#Q " WRAP");                                                                    \
  casts<sc_fixed<6, 3, Q, SC_WRAP, 1> >(#Q " WRAP 1");                                                               \
  casts<sc_fixed<6, 3, Q, SC_WRAP, 3> >(#Q " WRAP 3");                                                               \
  casts<sc_fixed<6, 3, Q, SC_WRAP, 6> >(#Q " WRAP 6");                                                               \
  casts<sc_fixed<6, 3, Q, SC_WRAP_SM> >(#Q " WRAP_SM");                                                              \
  casts<sc_fixed<6, 3, Q, SC_WRAP_SM, 1> >(#Q " WRAP_SM 1");                                                         \
  casts<sc_fixed<6, 3, Q, SC_WRAP_SM, 3> >(#Q " WRAP_SM 3");                                                         \
  casts<sc_ufixed<6, 3, Q, SC_SAT> >("unsigned " #Q " SAT");                                                         \
  casts<sc_ufixed<6, 3, Q, SC_SAT_ZERO> >("unsigned " #Q " SAT_ZERO");                                               \
  casts<sc_ufixed<6, 3, Q, SC_SAT_SYM> >("unsigned " #Q " SAT_SYM");                                                 \
  casts<sc_ufixed<6, 3, Q, SC_WRAP> >("unsigned " #Q " WRAP");                                                       \
  casts<sc_ufixed<6, 3, Q, SC_WRAP, 2> >("unsigned " #Q " WRAP 2");                                                  \
  casts<sc_fixed<9, -2, Q, SC_SAT> >("below the point " #Q);                                                         \
  casts<sc_fixed<5, 8, Q, SC_WRAP> >("above the point " #Q);                                                         \
  casts<sc_fixed_fast<6, 3, Q, SC_SAT> >("fast " #Q " SAT");                                                         \
  casts<sc_ufixed_fast<6, 3, Q, SC_WRAP> >("fast unsigned " #Q " WRAP");

template <class A, class B> static void arithmetic(const char *name) {
  cout << name << endl;
  for (int k = 0; k < ROUNDS; k++) {
    A a(draw_real());
    B b(draw_real());
    const double d = draw_real() + 1.0 / 2048;
    const int n = 2 * static_cast<int>(draw(20)) - 19;
    if (a == 0 || b == 0) continue;  // zeros of the reference library have a sign, which its texts show
    cout << a + b << ' ' << a - b << ' ' << a * b << ' ' << -a << ' ' << a + d << ' ' << n - b << ' ' << d * a << ' ' << b * n << endl;
    cout << (a / b).to_string(SC_BIN) << ' ' << (n / b).to_string(SC_BIN) << ' ' << (a / b).to_double() << endl;
    cout << (a < b) << (a <= b) << (a > b) << (a >= b) << (a == b) << (a != b) << (a < d) << (n >= b) << (a == n) << endl;
    cout << (a << 3) << ' ' << (b >> 2) << ' ' << a * a * a * b << ' ' << (a + b) * (a - b) << endl;
    A c = a * b + d;
    c -= b;
    c *= 2;
    c++;
    --c;
    c <<= 1;
    c >>= 2;
    cout << c << ' ' << c.is_neg() << c.is_zero() << ' ' << c.wl() << c.iwl() << c.q_mode() << c.o_mode() << c.n_bits() << endl;
  }
}

template <class T> static void texts(const char *name) {
  static const sc_numrep reps[] = {SC_DEC,    SC_BIN,    SC_BIN_US, SC_BIN_SM, SC_OCT, SC_OCT_US,
                                   SC_OCT_SM, SC_HEX, SC_HEX_US, SC_HEX_SM, SC_CSD};
  cout << name << endl;
  for (int k = 0; k < ROUNDS; k++) {
    const T v(draw_real());
    for (sc_numrep r : reps)
      cout << v.to_string(r) << ' ' << v.to_string(r, false) << ' ' << v.to_string(r, true, SC_E) << ' ' << v.to_string(r, SC_F) << ' ';
    cout << v.to_dec() << v.to_bin() << v.to_oct() << v.to_hex() << endl;
  }
}

static void parts() {
  for (int k = 0; k < ROUNDS; k++) {
    sc_fixed<10, 5> a(draw_real()), b(draw_real());
    const int l = static_cast<int>(draw(5)) + 5, r = static_cast<int>(draw(5));
    cout << a[l] << a[r] << ' ' << a.range(l, r) << ' ' << a.range(l, r).to_uint() << ' ' << a(l, r).to_int() << endl;
    a[r] = !a[r];
    a.range(9, 6) = draw(16);
    cout << a << ' ' << (a & b) << ' ' << (a | b) << ' ' << (a ^ b) << ' ' << ~a << endl;
    sc_int<12> i;
    sc_uint<8> u;
    sc_bigint<70> big;
    i = a;
    u = b;
    big = a;
    cout << i << ' ' << u << ' ' << big << ' ' << a + i << ' ' << u * b << ' ' << static_cast<int>(b) << endl;
    a = i;
    b = big;
    cout << a << ' ' << b << endl;
  }
}

static void parameters() {
  sc_fix a(12, 6), b(8, 2, SC_RND, SC_SAT), c;
  a = 3.3;
  b = 3.3;
  c = 3.3;
  cout << a << ' ' << b << ' ' << c << ' ' << b.type_params() << endl;
  {
    sc_fxtype_context context(sc_fxtype_params(10, 4, SC_RND, SC_SAT));
    sc_fix d;
    sc_ufix e(-1.5);
    d = 100;
    cout << d << ' ' << e << ' ' << d.type_params() << endl;
  }
  sc_fix f(2.71, 9, 3);
  cout << f << ' ' << sc_fix(c).wl() << ' ' << sc_fxval(0.1) << ' ' << sc_fxval(1) / 3 << endl;
  sc_fxval v(1.5);
  v += a;
  v *= 3;
  v = v / 7;
  cout << v << ' ' << v.to_double() << ' ' << v.to_string(SC_F) << endl;
  sc_signal<sc_fixed<8, 4> > s("s");
  s.write(1.25);
  sc_start(SC_ZERO_TIME);
  cout << s << ' ' << s.read() + 1 << endl;
}

int sc_main(int, char **) {
  MODES(SC_RND)
  MODES(SC_RND_ZERO)
  MODES(SC_RND_MIN_INF)
  MODES(SC_RND_INF)
  MODES(SC_RND_CONV)
  MODES(SC_TRN)
  MODES(SC_TRN_ZERO)
  arithmetic<sc_fixed<12, 6>, sc_fixed<16, 9> >("fixed");
  arithmetic<sc_ufixed<12, 6>, sc_fixed<10, 3, SC_RND, SC_SAT> >("unsigned");
  arithmetic<sc_fixed_fast<12, 6>, sc_fixed_fast<16, 9> >("fast");
  texts<sc_fixed<12, 6> >("texts");
  texts<sc_ufixed<11, 4> >("unsigned texts");
  texts<sc_fixed<7, -3> >("texts below the point");
  texts<sc_fixed<7, 12> >("texts above the point");
  texts<sc_fxval>("texts of values");
  parts();
  parameters();
  return 0;
}
