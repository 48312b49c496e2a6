// Random expressions over the SystemC types: the reference library and ours must print the same text.
#ifdef __ALLWAYS__
#include <sysc/datatypes/datatypes.h>
#else
#include <systemc>
#endif
#include <iomanip>
#include <iostream>

using namespace sc_dt;
using namespace std;

static unsigned long long state = 88172645463325252ull;
static unsigned long long draw() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  // Corners come often.
  switch (state >> 61) {
  case 0: return 0;
  case 1: return ~0ull;
  case 2: return 1ull << (state & 63);
  default: return state;
  }
}

template <class T> static void forms(const T &x) {
  static const sc_numrep all[] = {SC_DEC,    SC_BIN,    SC_BIN_US, SC_BIN_SM, SC_OCT,
                                  SC_OCT_US, SC_OCT_SM, SC_HEX,    SC_HEX_US, SC_HEX_SM};
  for (sc_numrep r : all) cout << x.to_string(r) << ' ' << x.to_string(r, false) << ' ';
  cout << x << ' ' << hex << x << ' ' << showbase << x << noshowbase << ' ' << oct << x << dec << ' ' << setw(12) << x
       << '\n';
}

template <class T> static void selections(T x) {
  int l = static_cast<int>(draw() % x.length()), r = static_cast<int>(draw() % (l + 1));
  cout << x[l] << ' ' << x.range(l, r) << ' ' << x(l, r).to_uint64() << ' ' << x.or_reduce() << x.xor_reduce()
       << x.nor_reduce() << x.xnor_reduce() << ' ' << x.to_int() << ' ' << x.to_uint() << ' ' << x.to_int64() << ' '
       << x.to_uint64() << '\n';
  x.range(l, r) = draw();
  x[r] = draw() & 1;
  cout << x << '\n';
}

// sc_int and sc_uint: C's arithmetic
template <class A, class B> static void small(A a, B b) {
  cout << a << ' ' << b << ": " << a + b << ' ' << a - b << ' ' << a * b << ' ' << (a & b) << ' ' << (a | b) << ' '
       << (a ^ b) << ' ' << ~a << ' ' << -b << ' ' << (a << 3) << ' ' << (b >> 2) << ' ' << (a < b) << (a == b)
       << (a >= b) << !a << ' ';
  if (b != 0) cout << a / b << ' ' << a % b << ' ';
  A c = a;
  c += b;
  cout << c << ' ';
  c *= b;
  cout << c << ' ';
  c -= 7;
  cout << c << ' ';
  c <<= 2;
  cout << c << ' ';
  c >>= 1;
  cout << c << ' ' << ++c << ' ' << c-- << ' ' << c << ' ';
  c ^= b;
  cout << c << ' ' << (a, b) << ' ' << concat(a, b).to_uint64() << '\n';
  (c, b) = draw();
  cout << c << ' ' << b << '\n';
  (c[0], b.range(1, 0)) = draw();
  cout << c << ' ' << b << '\n';
}

// sc_bigint and sc_biguint: exact arithmetic
template <class A, class B> static void big(A a, B b) {
  cout << a << ' ' << b << ": " << a + b << ' ' << a - b << ' ' << a * b << ' ' << (a & b) << ' ' << (a | b) << ' '
       << (a ^ b) << ' ' << ~a << ' ' << -b << ' ' << (a << 5) << ' ' << (b >> 3) << ' ' << (a < b) << (a == b)
       << (a >= b) << (a != b) << ' ';
  if (b != 0) cout << a / b << ' ' << a % b << ' ';
  cout << a + 5 << ' ' << 5 - b << ' ' << a * -3 << ' ' << a + 7u << ' ' << (a > 100) << (b == 0ul) << ' ';
  A c = a;
  c += b;
  cout << c << ' ';
  c = c * c - b;
  cout << c << ' ';
  c <<= 2;
  cout << c << ' ';
  c >>= 1;
  c++;
  --c;
  c ^= b;
  cout << c << ' ' << (a, b) << '\n';
  sc_signed s = a + b;
  sc_unsigned u = a;
  cout << s << ' ' << u << '\n';
}

template <int W, int V> static void vectors() {
  static const char values[] = "01XZ01";
  string x("1"), y("1");  // 0X would begin a number
  for (int i = 1; i < W; i++) x += values[draw() % 6];
  for (int i = 1; i < V; i++) y += values[draw() % 2];
  sc_lv<W> a(x.c_str());
  sc_bv<V> b(y.c_str());
  int l = static_cast<int>(draw() % W), r = static_cast<int>(draw() % (l + 1));
  cout << a << ' ' << b << ' ' << (a & b) << ' ' << (a | b) << ' ' << (a ^ b) << ' ' << ~a << ' ' << ~b << ' '
       << (a << 3) << ' ' << (b >> 2) << ' ' << (a, b) << ' ' << a.range(l, r) << ' ' << a[l] << ' ' << (a == b)
       << (b == b) << ' ' << a.and_reduce() << a.or_reduce() << a.xor_reduce() << b.and_reduce() << b.nor_reduce()
       << b.xnor_reduce() << ' ' << b.to_uint() << ' ' << b.to_int() << ' ' << b.to_string(SC_HEX) << ' '
       << b.to_string(SC_DEC) << ' ' << a.is_01() << b.is_01() << '\n';
  a.range(l, r) = "01";
  a[0] = '1';
  b = draw();
  sc_lv<W> c = b;
  c.lrotate(3);
  b.rrotate(1);
  cout << a << ' ' << b << ' ' << c << ' ' << b.reverse() << '\n';
  (c, b) = (a, b);
  c &= b;
  cout << c << ' ' << b << ' ' << (b | "1011") << ' ' << (b ^ 5) << '\n';
  sc_uint<V> u = b;
  sc_int<V> i = b;
  sc_biguint<V> g = b;
  sc_lv<V> d = u;
  cout << u << ' ' << i << ' ' << g << ' ' << d << '\n';
}

static void logic() {
  const sc_logic all[] = {SC_LOGIC_0, SC_LOGIC_1, SC_LOGIC_Z, SC_LOGIC_X};
  for (const sc_logic &a : all) {
    for (const sc_logic &b : all) cout << (a & b) << (a | b) << (a ^ b) << (a == b) << ' ';
    cout << ~a << a << a.is_01() << ' ' << (a == '1') << (a == SC_LOGIC_Z) << '\n';
  }
}

static void all(unsigned long long a, unsigned long long b) {
  forms(sc_int<8>(a));
  forms(sc_uint<13>(a));
  forms(sc_int<64>(b));
  forms(sc_bigint<21>(b));
  forms(sc_biguint<90>(a));
  small(sc_int<8>(a), sc_int<8>(b));
  small(sc_uint<16>(a), sc_uint<5>(b));
  small(sc_int<33>(a), sc_uint<12>(b));
  big(sc_bigint<40>(a), sc_bigint<70>(b));
  big(sc_biguint<64>(a), sc_biguint<9>(b));
  big(sc_bigint<33>(a), sc_biguint<80>(b));
  selections(sc_int<17>(a));
  selections(sc_uint<64>(b));
  selections(sc_bigint<30>(a));
  selections(sc_biguint<50>(b));
  vectors<12, 8>();
  vectors<40, 33>();
}

int sc_main(int, char **) {
  logic();
  for (int i = 0; i < ROUNDS; i++) {
    unsigned long long a = draw(), b = draw();
    all(a, b);
  }
  sc_biguint<200> w = 1;
  w <<= 100;
  w *= w - 1;
  cout << w << ' ' << w.to_string(SC_HEX) << ' ' << sc_bigint<70>("-1234") << ' ' << sc_uint<12>("0b1011") << ' '
       << sc_int<12>("0x5f") << ' ' << sc_biguint<70>("0b1011") << ' ' << sc_bigint<70>("0o71") << '\n';
  return 0;
}
#ifdef __ALLWAYS__
int main() { return sc_main(0, nullptr); }
#endif
