// What programs get from the library's headers without asking: parts of the C and C++ libraries. Numbers as real ones, in
// every form of text, vectors filled with one value, the generator of rand_r.
#include <systemc>

using namespace sc_dt;

static void numbers() {
  static const sc_numrep forms[] = {SC_DEC,    SC_BIN, SC_BIN_US, SC_BIN_SM, SC_OCT, SC_OCT_US,
                                    SC_OCT_SM, SC_HEX, SC_HEX_US, SC_HEX_SM, SC_CSD};
  for (int n : {0, 1, -1, 5, 7, -8, 77, -77, 127, -128}) {
    sc_int<8> a = n;
    sc_uint<8> b = n & 255;
    sc_bigint<9> c = n;
    sc_biguint<8> d = n & 255;
    for (sc_numrep f : forms)
      std::cout << a.to_string(f) << ' ' << b.to_string(f) << ' ' << c.to_string(f) << ' ' << d.to_string(f) << ' ';
    std::cout << std::endl;
  }
  sc_bigint<200> big = 1;
  for (int k = 0; k < 5; k++, big *= 1000000007) printf("%.17g %.17g\n", big.to_double(), (big * big + 1).to_double());
  sc_bigint<100> back = -1.5e25;
  sc_biguint<100> up = 0x1p80;
  std::cout << back << ' ' << up << ' ' << sc_bigint<80>(2.75) << std::endl;
}

int sc_main(int, char **) {
  int a[] = {3, 1, 2}, copy[3];
  std::sort(a, a + 3);
  memcpy(copy, a, sizeof copy);
  assert(!memcmp(a, copy, sizeof copy) && copy[0] == 1);
  try {
    throw std::runtime_error(ENOENT == 2 ? "two" : "other");
  } catch (const std::exception &e) {
    printf("%s %d %d %g %d\n", e.what(), INT_MAX, std::numeric_limits<short>::min(), std::pow(2, 10), toupper('x'));
  }
  numbers();
  std::cout << sc_bv<5>('1') << sc_bv<5>(true) << sc_bv<5>("1") << sc_bv<5>(1) << sc_lv<5>('Z') << sc_lv<5>(SC_LOGIC_X) << std::endl;
  unsigned seed = 7;
  for (int k = 0; k < 4; k++) printf("%d ", rand_r(&seed));
  printf("%u\n", seed);
  return 0;
}
