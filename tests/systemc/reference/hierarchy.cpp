// reports, vectors, hierarchy, pause, clocked threads with reset, tracing, callbacks
#include <systemc.h>
SC_MODULE(Child) {
  sc_in<int> in;
  sc_out<int> out;
  sc_in<bool> clk;
  void run() {
    out.write(in.read() + 1);
  }
  SC_CTOR(Child) {
    SC_METHOD(run);
    sensitive << clk.pos();
    dont_initialize();
  }
};
SC_MODULE(Top) {
  sc_in<bool> clk, rst, arst;
  sc_vector<Child> kids;
  sc_vector<sc_signal<int> > wires;
  sc_vector<sc_out<bool> > outs;
  sc_signal<int> cnt;
  void cth() {
    cnt.write(0);
    cout << sc_time_stamp() << " cth reset" << endl;
    wait();
    while (true) {
      cnt.write(cnt.read() + 1);
      wait(2);
    }
  }
  void th() {
    cout << sc_time_stamp() << " th (re)start" << endl;
    int k = 0;
    wait();
    while (true) {
      cout << sc_time_stamp() << " th " << k++ << endl;
      wait(3);
    }
  }
  void mt() {
    if (arst.read())
      cout << sc_time_stamp() << " method in reset" << endl;
    else
      cout << sc_time_stamp() << " method " << cnt.read() << " " << clk.posedge() << clk.event() << endl;
  }
  struct mk {
    int k;
    Child *operator()(const char *n, size_t i) {
      Child *c = new Child(n);
      (void)i;
      return c;
    }
  };
  SC_CTOR(Top) : kids("kid", 3), wires("wire"), outs("outs", 2), cnt("cnt") {
    wires.init(4);
    for (unsigned i = 0; i < kids.size(); i++) {
      kids[i].in(wires[i]);
      kids[i].out(wires[i + 1]);
      kids[i].clk(clk);
    }
    SC_CTHREAD(cth, clk.pos());
    reset_signal_is(rst, true);
    SC_THREAD(th);
    sensitive << clk.pos();
    async_reset_signal_is(arst, true);
    SC_METHOD(mt);
    sensitive << clk.neg();
    async_reset_signal_is(arst, true);
    dont_initialize();
    SC_THREAD(stim);
  }
  void stim() {
    outs[0].write(true);
    wait(23, SC_NS);
    wires[0].write(5);
    wait(20, SC_NS);
    wires[0].write(7);
    outs[0].write(false);
    wait(13, SC_NS);
    outs[1].write(true);
    wait(20, SC_NS);
    outs[1].write(false);
    wait(20, SC_NS);
    SC_REPORT_INFO("top", "pausing");
    sc_pause();
    wait(30, SC_NS);
    SC_REPORT_WARNING("top", "a warning");
    cout << sc_time_stamp() << " stim over" << endl;
    sc_stop();
  }
  void before_end_of_elaboration() override {
    cout << "boe " << name() << endl;
  }
  void end_of_elaboration() override {
    cout << "eoe " << name() << endl;
  }
  void start_of_simulation() override {
    cout << "sos " << kids[0].name() << " " << wires[1].name() << " " << outs[0].name() << " " << kids[2].in.name()
         << endl;
  }
  void end_of_simulation() override {
    cout << "eos" << endl;
  }
};
void dump(sc_object *o, int d) {
  cout << std::string(d * 2, ' ') << o->basename() << " " << o->kind() << endl;
  for (auto *c : o->get_child_objects())
    dump(c, d + 1);
}
void handler(const sc_report &r, const sc_actions &a) {
  cout << "handler: " << r.get_msg_type() << " " << r.get_msg() << " sev " << r.get_severity() << " act " << a << endl;
  if (a & SC_THROW) throw r;
}
int sc_main(int, char **) {
  sc_report_handler::set_handler(handler);
  sc_report_handler::set_actions("quiet", SC_INFO, SC_DO_NOTHING);
  sc_clock clk("clk", 10, SC_NS, 0.3, 2, SC_NS, false);
  sc_signal<bool> r("r"), ar("ar");
  Top t("t");
  t.clk(clk);
  t.rst(r);
  t.arst(ar);
  t.outs[0](r);
  t.outs[1](ar);
  for (auto *o : sc_get_top_level_objects())
    dump(o, 0);
  SC_REPORT_INFO("quiet", "not shown?");
  SC_REPORT_INFO_VERB("verb", "full", SC_FULL);
  SC_REPORT_INFO_VERB("verb", "low", SC_LOW);
  try {
    SC_REPORT_ERROR("err", "an error");
  } catch (const sc_report &e) {
    cout << "caught " << e.get_msg() << endl;
  }
  sc_start();
  cout << "paused " << sc_time_stamp() << " " << (sc_get_status() == SC_PAUSED) << endl;
  sc_start();
  cout << (sc_get_status() == SC_STOPPED) << " " << sc_report_handler::get_count(SC_INFO)
       << sc_report_handler::get_count(SC_WARNING) << sc_report_handler::get_count("top") << endl;
  for (auto &w : t.wires)
    cout << w.read() << " ";
  cout << clk.period() << " " << clk.duty_cycle() << endl;
  cout << (sc_find_object("t.kid_1") == &t.kids[1]) << (sc_find_object("t.none") == 0) << endl;
  return 0;
}
