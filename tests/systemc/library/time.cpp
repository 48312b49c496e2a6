// Arithmetic and text of times.
// output: 1500 ps 250 ps 0 s 1750 ps 1250 ps 4500 ps 750 ps 6
// output: 500 ps 10 1500 1.5e-09
// output: 1 s 1000 s 0 s 12 ms
// output: 1 ps 0 s 1500
// output: 6 ns 6250 ps 6 ns 1
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

int sc_main(int, char *[]) {
  sc_time t(1.5, SC_NS), u(250, SC_PS), z;
  cout << t << " " << u << " " << z << " " << t + u << " " << t - u << " " << 3 * t << " " << t / 2 << " " << t / u << endl;
  cout << t % sc_time(1, SC_NS) << " " << (t > u) << (t == u) << " " << t.value() << " " << t.to_seconds() << endl;
  cout << sc_time(1, SC_SEC) << " " << sc_time(1000, SC_SEC) << " " << sc_time(1, SC_FS) << " " << sc_time(12, SC_MS) << endl;
  cout << sc_get_time_resolution() << " " << sc_time_stamp() << " " << t.to_double() << endl;
  t *= 4;
  u += t;
  cout << t << " " << u << " " << t.to_string() << " " << (SC_ZERO_TIME == z) << endl;
  return 0;
}
