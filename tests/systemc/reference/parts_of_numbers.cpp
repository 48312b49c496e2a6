// Numbers as parts of concatenations, their dumps, texts of vectors that are none, and a zero byte that is printed.
#define SC_INCLUDE_FX
#include <systemc.h>

template <class T> void parts(const char *name, const T &v) {
  sc_digit digits[4] = {~0u, ~0u, ~0u, ~0u};
  bool any = v.concat_get_data(digits, 7);
  std::cout << name << ' ' << v.concat_length(nullptr) << ' ' << any << ' ' << v.concat_get_uint64();
  for (sc_digit d : digits) std::cout << ' ' << (d & DIGIT_MASK);
  std::cout << '\n';
}

template <class V> void vector_of(const char *text) {
  try {
    V v(text);
    std::cout << text << " = " << v << '\n';
  } catch (const sc_report &r) {
    std::cout << text << ": " << r.get_msg_type() << ", " << r.get_msg() << '\n';
  }
}

int sc_main(int, char **) {
  sc_int<12> i = -77;
  sc_uint<40> u = 0x1234567890;
  sc_bigint<70> big = -3;
  sc_biguint<33> natural = 0x1f0f0f0f0ull;
  sc_signed s(20);
  s = 12345;
  sc_unsigned n(11);
  n = 1234;
  parts("sc_int", i);
  parts("sc_uint", u);
  parts("sc_signed", s);
  parts("sc_unsigned", n);
  parts("bit", i[3]);
  parts("part", u(20, 5));
  i.concat_set(static_cast<sc_dt::uint64>(0xabcdef), 4);
  u.concat_set(static_cast<sc_dt::int64>(-5), 70);
  s.concat_set(n, 3);
  big.concat_set(s, 1);
  std::cout << i << ' ' << u << ' ' << s << ' ' << big << '\n';
  big.dump();
  natural.dump();
  sc_fxtype_params(12, 3, SC_RND_CONV, SC_SAT_SYM, 2).dump(std::cout);
  sc_fxcast_switch(SC_OFF).dump();
  for (const char *text : {"0xfz1", "0dx", "0o9", "0bus1x", "", "12"}) {
    vector_of<sc_lv<12> >(text);
    vector_of<sc_bv<12> >(text);
  }
  for (sc_numrep r : {SC_BIN, SC_HEX, SC_DEC}) {
    try {
      std::cout << sc_lv<4>("0Z11").to_string(r) << '\n';
    } catch (const sc_report &report) {
      std::cout << report.get_msg_type() << '\n';
    }
  }
  try {
    sc_ufixed<4, 2, SC_TRN, SC_WRAP_SM> f;
  } catch (const sc_report &r) {
    std::cout << r.get_msg_type() << ": " << r.get_msg() << '\n';
  }
  std::cout << '<' << '\0' << '>' << std::string("a\0b", 3) << '\n';
  std::cout << SC_STOPPED << ' ' << SC_END_OF_SIMULATION << ' ' << SC_END_OF_INITIALIZATION << '\n';
  return 0;
}
