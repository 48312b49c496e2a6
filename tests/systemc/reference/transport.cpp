// TLM: nb 4 phases, multi sockets, peqs, quantum keeper, DMI, debug
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <cstring>
#include <iostream>
using namespace sc_core;
using namespace std;
struct Mem : sc_module {
  tlm_utils::simple_target_socket<Mem> s;
  unsigned char data[64];
  tlm_utils::peq_with_cb_and_phase<Mem> peq;
  int outstanding;
  SC_CTOR(Mem) : s("s"), peq(this, &Mem::cb), outstanding(0) {
    s.register_b_transport(this, &Mem::b);
    s.register_nb_transport_fw(this, &Mem::nb);
    s.register_get_direct_mem_ptr(this, &Mem::dmi);
    s.register_transport_dbg(this, &Mem::dbg);
    for (int i = 0; i < 64; i++)
      data[i] = i;
  }
  void exec(tlm::tlm_generic_payload &t) {
    if (t.get_address() + t.get_data_length() > 64) {
      t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    unsigned char *be = t.get_byte_enable_ptr();
    for (unsigned i = 0; i < t.get_data_length(); i++)
      if (!be || be[i % t.get_byte_enable_length()] == TLM_BYTE_ENABLED) {
        if (t.is_read())
          t.get_data_ptr()[i] = data[t.get_address() + i];
        else if (t.is_write())
          data[t.get_address() + i] = t.get_data_ptr()[i];
      }
    t.set_dmi_allowed(true);
    t.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void b(tlm::tlm_generic_payload &t, sc_time &d) {
    exec(t);
    d += sc_time(7, SC_NS);
  }
  tlm::tlm_sync_enum nb(tlm::tlm_generic_payload &t, tlm::tlm_phase &p, sc_time &d) {
    cout << sc_time_stamp() << " mem fw " << p << " " << d << endl;
    if (p == tlm::END_RESP) {
      outstanding--;
      return tlm::TLM_COMPLETED;
    }
    peq.notify(t, p, d);
    return tlm::TLM_ACCEPTED;
  }
  void cb(tlm::tlm_generic_payload &t, const tlm::tlm_phase &p) {
    cout << sc_time_stamp() << " peq " << p << endl;
    tlm::tlm_phase q;
    sc_time d;
    if (p == tlm::BEGIN_REQ) {
      outstanding++;
      q = tlm::END_REQ;
      d = sc_time(1, SC_NS);
      auto st = s->nb_transport_bw(t, q, d);
      cout << "bw " << st << endl;
      peq.notify(t, tlm::BEGIN_RESP, sc_time(5, SC_NS));
    } else if (p == tlm::BEGIN_RESP) {
      exec(t);
      q = tlm::BEGIN_RESP;
      d = SC_ZERO_TIME;
      auto st = s->nb_transport_bw(t, q, d);
      cout << "bw resp " << st << " " << q << endl;
    }
  }
  bool dmi(tlm::tlm_generic_payload &t, tlm::tlm_dmi &d) {
    d.set_dmi_ptr(data);
    d.set_start_address(0);
    d.set_end_address(63);
    d.set_read_latency(sc_time(2, SC_NS));
    d.set_write_latency(sc_time(3, SC_NS));
    d.allow_read_write();
    return t.get_address() < 64;
  }
  unsigned dbg(tlm::tlm_generic_payload &t) {
    unsigned n = t.get_data_length();
    if (n > 4) n = 4;
    memcpy(t.get_data_ptr(), data + t.get_address(), n);
    return n;
  }
  void inval() { s->invalidate_direct_mem_ptr(0, 15); }
};
struct Router : sc_module {
  tlm_utils::multi_passthrough_target_socket<Router> in;
  tlm_utils::multi_passthrough_initiator_socket<Router> out;
  SC_CTOR(Router) : in("in"), out("out") {
    in.register_b_transport(this, &Router::b);
    in.register_transport_dbg(this, &Router::dbg);
    in.register_get_direct_mem_ptr(this, &Router::dmi);
    in.register_nb_transport_fw(this, &Router::fw);
    out.register_nb_transport_bw(this, &Router::bw);
    out.register_invalidate_direct_mem_ptr(this, &Router::inv);
  }
  unsigned route(tlm::tlm_generic_payload &t) {
    unsigned k = t.get_address() / 64;
    t.set_address(t.get_address() % 64);
    return k % out.size();
  }
  void b(int id, tlm::tlm_generic_payload &t, sc_time &d) {
    unsigned k = route(t);
    cout << sc_time_stamp() << " route from " << id << " to " << k << endl;
    d += sc_time(1, SC_NS);
    out[k]->b_transport(t, d);
  }
  unsigned dbg(int, tlm::tlm_generic_payload &t) { return out[route(t)]->transport_dbg(t); }
  bool dmi(int, tlm::tlm_generic_payload &t, tlm::tlm_dmi &d) {
    unsigned k = route(t);
    bool r = out[k]->get_direct_mem_ptr(t, d);
    d.set_start_address(d.get_start_address() + 64 * k);
    d.set_end_address(d.get_end_address() + 64 * k);
    return r;
  }
  tlm::tlm_sync_enum fw(int id, tlm::tlm_generic_payload &t, tlm::tlm_phase &p, sc_time &d) {
    last = id;
    return out[p == tlm::BEGIN_REQ ? (at = route(t)) : at]->nb_transport_fw(t, p, d);
  }
  tlm::tlm_sync_enum bw(int, tlm::tlm_generic_payload &t, tlm::tlm_phase &p, sc_time &d) {
    return in[last]->nb_transport_bw(t, p, d);
  }
  void inv(int id, sc_dt::uint64 a, sc_dt::uint64 b) {
    for (unsigned i = 0; i < in.size(); i++)
      in[i]->invalidate_direct_mem_ptr(a + 64 * id, b + 64 * id);
  }
  int last = 0;
  unsigned at = 0;
};
struct MM : tlm::tlm_mm_interface {
  int n = 0;
  tlm::tlm_generic_payload *get() {
    n++;
    return new tlm::tlm_generic_payload(this);
  }
  void free(tlm::tlm_generic_payload *t) override {
    n--;
    t->reset();
    delete t;
  }
};
struct ext : tlm::tlm_extension<ext> {
  int id;
  ext() : id(0) {}
  tlm::tlm_extension_base *clone() const override {
    ext *e = new ext;
    e->id = id;
    return e;
  }
  void copy_from(tlm::tlm_extension_base const &o) override { id = static_cast<ext const &>(o).id; }
};
struct Ini : sc_module {
  tlm_utils::simple_initiator_socket<Ini> s;
  tlm_utils::tlm_quantumkeeper qk;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> got;
  MM mm;
  int base;
  sc_event done;
  tlm::tlm_phase ph;
  SC_HAS_PROCESS(Ini);
  Ini(sc_module_name n, int b) : sc_module(n), s("s"), got("got"), base(b) {
    s.register_nb_transport_bw(this, &Ini::bw);
    s.register_invalidate_direct_mem_ptr(this, &Ini::inv);
    SC_THREAD(run);
    SC_THREAD(collect);
  }
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload &t, tlm::tlm_phase &p, sc_time &d) {
    cout << sc_time_stamp() << " " << name() << " bw " << p << " " << d << endl;
    if (p == tlm::BEGIN_RESP) {
      got.notify(t, sc_time(4, SC_NS));
      p = tlm::END_RESP;
      return tlm::TLM_UPDATED;
    }
    return tlm::TLM_ACCEPTED;
  }
  void inv(sc_dt::uint64 a, sc_dt::uint64 b) { cout << name() << " invalidate " << a << " " << b << endl; }
  void collect() {
    while (true) {
      wait(got.get_event());
      while (tlm::tlm_generic_payload *t = got.get_next_transaction()) {
        ext *e = 0;
        t->get_extension(e);
        cout << sc_time_stamp() << " " << name() << " done " << t->get_response_string() << " ext " << (e ? e->id : -1)
             << " refs " << t->get_ref_count() << endl;
        t->release();
        done.notify();
      }
    }
  }
  void run() {
    tlm_utils::tlm_quantumkeeper::set_global_quantum(sc_time(20, SC_NS));
    qk.reset();
    unsigned char buf[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned char be[2] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    for (int i = 0; i < 5; i++) {
      tlm::tlm_generic_payload t;
      sc_time d = qk.get_local_time();
      t.set_command(i % 2 ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
      t.set_address(base + (i / 2) * 8);
      t.set_data_ptr(buf);
      t.set_data_length(8);
      t.set_streaming_width(8);
      t.set_byte_enable_ptr(i == 2 ? be : 0);
      t.set_byte_enable_length(i == 2 ? 2 : 0);
      t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      if (i == 4) t.set_address(base + 60);
      s->b_transport(t, d);
      cout << sc_time_stamp() << " " << name() << " " << t.get_response_string() << " " << d << " " << (int)buf[0]
           << (int)buf[1] << " dmi " << t.is_dmi_allowed() << " err " << t.is_response_error() << endl;
      qk.set(d);
      if (qk.need_sync()) {
        qk.sync();
        cout << sc_time_stamp() << " " << name() << " synced" << endl;
      }
      buf[0] += 10;
    }
    qk.sync();
    cout << sc_time_stamp() << " " << name() << " local " << qk.get_local_time() << " current " << qk.get_current_time()
         << endl;
    tlm::tlm_generic_payload t;
    t.set_address(base);
    t.set_read();
    t.set_data_ptr(buf);
    t.set_data_length(8);
    tlm::tlm_dmi d;
    cout << s->get_direct_mem_ptr(t, d) << " dmi " << d.get_start_address() << "-" << d.get_end_address() << " "
         << d.is_read_allowed() << d.is_write_allowed() << " " << d.get_read_latency() << endl;
    t.set_address(base + 8);
    cout << "dbg " << s->transport_dbg(t) << " " << (int)buf[0] << (int)buf[3] << endl;
    if (base == 0) wait(200, SC_NS);
    tlm::tlm_generic_payload *p = mm.get();
    p->acquire();
    p->set_command(tlm::TLM_READ_COMMAND);
    p->set_address(base + 16);
    p->set_data_ptr(buf);
    p->set_data_length(4);
    p->set_streaming_width(4);
    p->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    ext *e = new ext;
    e->id = base;
    p->set_extension(e);
    tlm::tlm_phase ph = tlm::BEGIN_REQ;
    sc_time dl(3, SC_NS);
    auto st = s->nb_transport_fw(*p, ph, dl);
    cout << sc_time_stamp() << " " << name() << " fw returned " << st << " " << ph << " " << dl << endl;
    wait(done);
    cout << sc_time_stamp() << " " << name() << " all, live " << mm.n << endl;
  }
};
int sc_main(int, char **) {
  Ini a("a", 0), b("b", 64);
  Router r("r");
  Mem m0("m0"), m1("m1");
  a.s.bind(r.in);
  b.s.bind(r.in);
  r.out.bind(m0.s);
  r.out.bind(m1.s);
  sc_start(300, SC_NS);
  m1.inval();
  cout << sc_time_stamp() << endl;
  return 0;
}
