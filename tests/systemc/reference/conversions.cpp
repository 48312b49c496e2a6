// Signals and ports as operands, concatenations as targets, parts in both orders, lengths known at run time.
#include <map>
#include <systemc.h>

SC_MODULE(M) {
  sc_signal<bool> flag;
  sc_signal<sc_uint<6>> number;
  sc_signal<sc_bv<8>> bits;
  sc_signal<sc_lv<8>> logic;
  sc_signal<sc_bigint<70>> wide;
  sc_in<sc_bv<8>> bits_in;
  sc_in<sc_uint<6>> number_in;
  sc_in<sc_bigint<70>> wide_in;
  SC_CTOR(M) {
    bits_in(bits);
    number_in(number);
    wide_in(wide);
    SC_THREAD(run);
  }
  void run() {
    flag = true;
    number = 41;
    bits = "10110010";
    logic = "10ZX0110";
    wide = -12345678;
    wait(SC_ZERO_TIME);
    sc_uint<3> u;
    u = flag;
    sc_int<9> i;
    i = number_in.read();
    sc_bv<8> v;
    v = bits_in;
    sc_lv<8> l;
    l = logic;
    sc_bigint<80> w;
    w = wide_in;
    cout << u << " " << i << " " << v << " " << l << " " << w << endl;
    u = bits_in;
    cout << u << " " << (wide_in + 1) << " " << (wide_in * wide_in) << " " << (bits_in.read() & l) << " "
         << (bits_in.read() == v) << endl;
    if (bits_in.read()[1]) cout << "set" << endl;
    if (!bits_in.read().bit(0)) cout << "clear" << endl;
    (u, i) = "0b101000000011";
    cout << u << " " << i << endl;
    (u, i) = v;
    cout << u << " " << i << endl;
    const sc_uint<5> k = 10;
    sc_uint<5> order = (k[2], k[4], k[3], k[1], k[0]);
    cout << order << " " << concat(v, "Z1") << " " << concat(SC_LOGIC_1, v) << " " << (v, true) << endl;
    cout << v.range(0, 7) << " " << v.range(2, 5) << " " << l(0, 3) << " " << w.range(0, 8) << endl;
    v.range(0, 3) = "0001";
    cout << v << " " << and_reduce(v) << or_reduce(v) << xor_reduce(k) << " " << sc_abs(-3) << sc_max(2, 5)
         << sc_min(2, 5) << endl;
    sc_bv_base a(5);
    sc_lv_base b("01ZX");
    a = "101";
    cout << a << " " << b << " " << a.length() << " " << (a | v) << endl;
    sc_int_base s(7);
    s = 100;
    sc_uint_base t(3);
    t = 12;
    cout << s << " " << t << " " << s.range(3, 1) << " " << (s, t) << endl;
    sc_length_context wide_ones(sc_length_param(12));
    sc_signed d;
    sc_unsigned e;
    d = -1;
    e = -1;
    cout << d.length() << " " << d << " " << e << " " << e.and_reduce() << d.xor_reduce() << endl;
    d.reverse();
    e.invert(3);
    cout << d << " " << e << " " << e.test(3) << endl;
    std::map<int, sc_uint<4>> m;
    m[3] = 19;
    cout << m[3] << endl;
  }
};

int sc_main(int, char **) {
  M m("m");
  sc_start();
  return 0;
}
