// Immediate notifications where there is nobody to take them; handles without a process.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
static sc_event *ev;
static void t(const char *w) {
  try {
    ev->notify();
    cout << w << " ok" << endl;
  } catch (const sc_report &r) {
    cout << w << " error " << r.get_id() << endl;
  }
}
SC_MODULE(M) {
  sc_event e{"e"};
  SC_CTOR(M) {
    ev = &e;
    t("constructor");
    SC_THREAD(run);
  }
  void before_end_of_elaboration() override { t("before_end"); }
  void end_of_elaboration() override { t("end_elab"); }
  void start_of_simulation() override { t("start"); }
  void end_of_simulation() override { t("end_sim"); }
  void run() {
    t("run");
    wait(1, SC_NS);
    sc_pause();
    wait(1, SC_NS);
    sc_stop();
  }
};
int sc_main(int, char **) {
  M m("m");
  t("main");
  sc_process_handle h;
  h.kill();
  h.throw_it(1);
  h.suspend();
  h.resume();
  h.disable();
  h.enable();
  h.reset();
  cout << h.terminated() << h.dynamic() << h.proc_kind() << (h.get_parent_object() == nullptr)
       << h.get_child_objects().size() << endl;
  sc_start();
  t("paused");
  sc_start();
  t("stopped");
  return 0;
}
