// Times: units, resolution, text.
#include <systemc.h>
template <class F> static void attempt(const char *name, F f) {
  try {
    f();
    cout << name << ": nothing" << endl;
  } catch (const sc_report &r) {
    cout << name << ": " << r.get_id() << " " << r.get_msg() << endl;
  }
}
int sc_main(int c, char **v) {
  if (c > 1) {
    attempt("r", [] { sc_set_time_resolution(10, SC_PS); });
    attempt("r", [] { sc_set_time_resolution(1, SC_PS); });
    attempt("u", [] { sc_set_default_time_unit(1, SC_PS); });
    attempt("u", [] { sc_set_default_time_unit(1, SC_US); });
    attempt("u", [] { sc_set_default_time_unit(1, SC_US); });
  }
  sc_time t(0, SC_NS);
  attempt("r0", [] { sc_set_time_resolution(1, SC_PS); });
  sc_time u(1, SC_NS);
  attempt("r1", [] { sc_set_time_resolution(1, SC_PS); });
  attempt("u1", [] { sc_set_default_time_unit(1, SC_NS); });
  for (const char *s : {"1 ns", "2.5us", "1e3 ps", "  3 ms ", "7", "ns", "1 sec", "0.5 s", "-1 ns", "4 fs x"})
    attempt(s, [&] { cout << sc_time::from_string(s) << endl; });
  cout << sc_time(1, "us") << sc_time(1.5, SC_SEC) << " " << sc_time(3, "ns").to_seconds() << endl;
  attempt("x", [] { sc_time q(1, "zz"); });
  cout << sc_max_time() << " " << sc_get_time_resolution() << " " << u / sc_time(3, SC_NS) << " "
       << u % sc_time(300, SC_PS) << endl;
  sc_time_tuple tt(sc_time(1500, SC_PS));
  cout << tt.value() << " " << tt.unit_symbol() << " " << tt.has_value() << " " << tt.to_string() << " "
       << tt.to_double() << endl;
  cout << sc_time::from_value(10) << sc_time::from_seconds(1e-9) << endl;
  return 0;
}
