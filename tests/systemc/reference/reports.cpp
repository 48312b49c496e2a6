// Reports: actions, counts, limits, handlers, verbosity, what is caught.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
static void handler(const sc_report &r, const sc_actions &a) {
  cout << "handler " << r.get_msg_type() << ": " << r.get_msg() << " severity " << r.get_severity() << " actions " << a
       << " process " << (r.get_process_name() ? r.get_process_name() : "none") << endl;
  if (a & SC_THROW) throw sc_report(r);
}
SC_MODULE(M){void run(){SC_REPORT_INFO("/a", "first");
SC_REPORT_WARNING("/a", "second");
wait(2, SC_NS);
try {
  SC_REPORT_ERROR("/b", "third");
} catch (const sc_report &r) {
  cout << "caught " << r.get_msg_type() << " " << r.get_msg() << " " << r.get_severity() << " " << r.get_time() << " "
       << r.get_process_name() << endl;
}
try {
  SC_REPORT_ERROR("/b", "as an exception");
} catch (const std::exception &e) {
  cout << std::string(e.what()).substr(0, 32) << endl;
}
}
SC_CTOR(M) { SC_THREAD(run); }
}
;
int sc_main(int, char **) {
  M m("m");
  sc_report_handler::set_actions("/quiet", SC_DO_NOTHING);
  SC_REPORT_INFO("/quiet", "not shown");
  SC_REPORT_INFO_VERB("/v", "medium", SC_MEDIUM);
  SC_REPORT_INFO_VERB("/v", "high", SC_HIGH);
  cout << sc_report_handler::get_verbosity_level() << endl;
  sc_report_handler::set_verbosity_level(SC_DEBUG);
  SC_REPORT_INFO_VERB("/v", "full", SC_FULL);
  sc_report_handler::set_verbosity_level(SC_LOW);
  SC_REPORT_INFO_VERB("/v", "medium again", SC_MEDIUM);
  SC_REPORT_INFO("/v", "plain info");
  sc_start();
  cout << sc_report_handler::get_count(SC_INFO) << " " << sc_report_handler::get_count(SC_WARNING) << " "
       << sc_report_handler::get_count(SC_ERROR) << " " << sc_report_handler::get_count("/a") << " "
       << sc_report_handler::get_count("/a", SC_WARNING) << endl;
  sc_report_handler::set_actions(SC_ERROR, SC_DISPLAY);
  SC_REPORT_ERROR("/b", "displayed only");
  sc_report_handler::set_actions("/b", SC_ERROR, SC_DISPLAY | SC_CACHE_REPORT);
  SC_REPORT_ERROR("/b", "displayed and cached");
  if (sc_report *r = sc_report_handler::get_cached_report()) cout << "cached " << r->get_msg() << endl;
  sc_report_handler::clear_cached_report();
  cout << (sc_report_handler::get_cached_report() == nullptr) << endl;
  sc_report_handler::suppress(SC_DISPLAY);
  SC_REPORT_WARNING("/c", "suppressed");
  sc_report_handler::suppress();
  sc_report_handler::force(SC_DISPLAY);
  SC_REPORT_INFO("/quiet", "forced");
  sc_report_handler::force();
  sc_report_handler::set_handler(handler);
  SC_REPORT_INFO("/d", "to the handler");
  SC_REPORT_WARNING("/d", "to the handler");
  try {
    SC_REPORT_FATAL("/d", "fatal");
  } catch (const sc_report &r) {
    cout << "fatal caught " << r.get_msg() << endl;
  } catch (...) {
    cout << "other" << endl;
  }
  sc_report_handler::set_handler(nullptr);
  sc_report_handler::stop_after("/e", 2);
  SC_REPORT_INFO("/e", "one");
  SC_REPORT_INFO("/e", "two");
  cout << "end" << endl;
  return 0;
}
