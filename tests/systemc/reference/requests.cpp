// TLM-1: transport, master and slave interfaces, channels of requests and responses, analysis FIFOs.
#include <systemc.h>
#include <tlm.h>
using namespace tlm;
struct Q {
  int a;
  Q(int x = 0) : a(x) {}
};
struct R {
  int b;
  R(int x = 0) : b(x) {}
};
SC_MODULE(Master) {
  sc_port<tlm_transport_if<Q, R> > t;
  sc_port<tlm_blocking_master_if<int, int> > m;
  SC_CTOR(Master) {
    SC_THREAD(run);
    SC_THREAD(two);
  }
  void run() {
    for (int i = 0; i < 3; i++)
      cout << sc_time_stamp() << " transport " << t->transport(Q(i)).b << endl;
  }
  void two() {
    for (int i = 0; i < 3; i++) {
      m->put(i);
      int r;
      m->get(r);
      cout << sc_time_stamp() << " master got " << r << endl;
    }
  }
};
SC_MODULE(Slave) {
  sc_port<tlm_slave_if<Q, R> > s;
  sc_port<tlm_blocking_slave_if<int, int> > m;
  SC_CTOR(Slave) {
    SC_THREAD(run);
    SC_THREAD(two);
  }
  void run() {
    for (;;) {
      Q q = s->get();
      wait(2, SC_NS);
      s->put(R(q.a * 10));
    }
  }
  void two() {
    for (;;) {
      int v = m->peek();
      m->get();
      wait(1, SC_NS);
      m->put(v + 100);
    }
  }
};
SC_MODULE(Mon) {
  tlm_analysis_port<int> ap;
  tlm_analysis_fifo<int> f;
  SC_CTOR(Mon) : ap("ap"), f("f") {
    ap(f);
    SC_THREAD(w);
    SC_THREAD(r);
  }
  void w() {
    for (int i = 0; i < 20; i++)
      ap.write(i);
    wait(1, SC_NS);
    ap.write(99);
    cout << f.used() << endl;
  }
  void r() {
    wait(SC_ZERO_TIME);
    int n = 0, v;
    cout << "used " << f.used() << endl;
    while (f.nb_get(v))
      n += v;
    cout << n << endl;
    cout << f.get() << endl;
  }
};
int sc_main(int, char **) {
  Master m("m");
  Slave s("s");
  Mon mo("mo");
  tlm_transport_channel<Q, R> tc("tc");
  tlm_req_rsp_channel<int, int> rr("rr", 2, 2);
  m.t(tc.target_export);
  s.s(tc.slave_export);
  m.m(rr.master_export);
  s.m(rr.slave_export);
  sc_start();
  cout << sc_time_stamp() << endl;
  return 0;
}
