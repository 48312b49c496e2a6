// expect: safe
// engines: stateless
// Operators of the data types do not branch on values: one path, whatever the inputs are.
#include <allways.h>
#include <cassert>
#include <sysc/datatypes/datatypes.h>

using namespace sc_dt;

int main() {
  unsigned x = allways_nondet<unsigned>("x"), y = allways_nondet<unsigned>("y");
  sc_uint<12> a = x;
  sc_int<9> b = y;
  sc_bigint<100> c = b;
  sc_biguint<70> d = a;
  assert(a.to_int64() + b == c + d);
  assert((a.range(11, 4), a.range(3, 0)) == a);
  assert((c * d - d * c) == 0);
  assert(b[8] == (b < 0));
  d[65] = 1;
  assert(d - (sc_biguint<70>(1) << 65) == a);
  sc_lv<12> v = a;
  sc_bv<12> w = v;
  assert((v & w) == a && w.to_uint() == a && (~w).range(0, 0) != w.range(0, 0));
  v[3] = SC_LOGIC_X;
  assert(!v.is_01() && (v ^ v)[3] == SC_LOGIC_X);
  assert(a.xor_reduce() == (a.range(11, 6).xor_reduce() != a.range(5, 0).xor_reduce()));
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << v << std::endl;
}
