// Reports with numbers.
#include <systemc.h>
template <class F> static void attempt(const char *name, F f) {
  try {
    f();
    cout << name << ": nothing" << endl;
  } catch (const sc_report &r) {
    cout << name << ": " << r.what() << endl;
  }
}
int sc_main(int c, char **v) {
  attempt("a", [] { sc_report::register_id(9000, "mine"); });
  attempt("a", [] { sc_report::register_id(9000, "mine"); });
  attempt("a", [] { sc_report::register_id(9000, "mine2"); });
  attempt("a", [] { sc_report::register_id(-1, "mine2"); });
  attempt("a", [] { sc_report::register_id(1, 0); });
  attempt("b", [] { cout << sc_report::get_message(9000) << sc_report::is_suppressed(9000) << endl; });
  attempt("b", [] { cout << sc_report::get_message(9001) << sc_report::is_suppressed(9001) << endl; });
  attempt("c", [] { sc_report_handler::report(SC_WARNING, 9000, "x", __FILE__, __LINE__); });
  attempt("c", [] { sc_report_handler::report(SC_WARNING, 9002, "x", __FILE__, __LINE__); });
  attempt("d", [] {
    sc_report::suppress_id(9000, true);
    sc_report_handler::report(SC_WARNING, 9000, "x", __FILE__, __LINE__);
    cout << sc_report::is_suppressed(9000) << endl;
    sc_report::suppress_id(9000, false);
    sc_report_handler::report(SC_WARNING, 9000, "x", __FILE__, __LINE__);
  });
  attempt("e", [] {
    sc_report::suppress_infos(true);
    SC_REPORT_INFO("a", "b");
    sc_report::suppress_infos(false);
    SC_REPORT_INFO("a", "b");
  });
  attempt("f", [] {
    sc_report::suppress_warnings(true);
    SC_REPORT_WARNING("a", "b");
    sc_report::suppress_warnings(false);
    SC_REPORT_WARNING("a", "b");
  });
  attempt("g", [] {
    sc_report::make_warnings_errors(true);
    SC_REPORT_WARNING("a", "b");
  });
  attempt("g", [] { sc_report_handler::report(SC_WARNING, 9000, "x", __FILE__, __LINE__); });
  attempt("h", [] { SC_REPORT_ERROR(SC_ID_BIND_IF_TO_PORT_, "b"); });
  attempt("h", [] { SC_REPORT_INFO("object already exists", "b"); });
  attempt("h", [] { SC_REPORT_INFO(0, "b"); });
  attempt("i", [] { sc_report_handler::report(SC_INFO, 9000, "x", __FILE__, __LINE__); });
  for (int i : {0, 1, 2, 3, 4, 5, 99, 800}) cout << sc_report::get_message(i) << endl;
  return 0;
}
