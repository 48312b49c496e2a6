// Ports of several channels, exports, own interfaces and channels, modules on the heap, values of own types.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
struct pair_t {
  int a, b;
  bool operator==(const pair_t &o) const { return a == o.a && b == o.b; }
};
std::ostream &operator<<(std::ostream &os, const pair_t &p) { return os << "(" << p.a << "," << p.b << ")"; }
void sc_trace(sc_trace_file *, const pair_t &, const std::string &) {}
struct put_if : virtual sc_interface {
  virtual void put(int) = 0;
};
struct store : sc_channel, put_if {
  sc_event got{"got"};
  store(sc_module_name n) : sc_channel(n) {}
  void put(int x) override {
    cout << name() << " gets " << x << endl;
    if (sc_is_running()) got.notify();
  }
  const sc_event &default_event() const override { return got; }
  void register_port(sc_port_base &p, const char *type) override { cout << name() << " bound to " << p.name() << endl; }
};
struct late : sc_prim_channel, put_if {
  int value = 0, next = 0;
  late(const char *n) : sc_prim_channel(n) {}
  void put(int x) override {
    next = x;
    request_update();
  }
  void update() override {
    value = next;
    cout << name() << " updated " << value << endl;
  }
};
SC_MODULE(Source) {
  sc_port<put_if, 0> out{"out"};
  sc_out<pair_t> pair{"pair"};
  sc_port<put_if, 2, SC_ZERO_OR_MORE_BOUND> optional{"optional"};
  void run() {
    cout << name() << " " << out.size() << " " << optional.size() << endl;
    for (int i = 0; i < out.size(); i++) out[i]->put(10 + i);
    pair.write(pair_t{1, 2});
    wait(1, SC_NS);
    out->put(20);
    pair->write(pair_t{3, 4});
  }
  SC_CTOR(Source) { SC_THREAD(run); }
};
SC_MODULE(Inner) {
  sc_export<put_if> in{"in"};
  store kept{"kept"};
  SC_CTOR(Inner) { in(kept); }
};
SC_MODULE(Outer) {
  sc_export<put_if> in{"in"};
  sc_port<put_if> out{"out"};
  Inner *inner;
  Source *source;
  sc_vector<sc_in<pair_t>> ins{"ins", 2};
  SC_CTOR(Outer) {
    inner = new Inner("inner");
    source = new Source("source");
    in(inner->in);
    source->out(out);
    source->out(inner->in);
    SC_METHOD(changed);
    sensitive << ins[0] << ins[1];
    dont_initialize();
    SC_METHOD(kept);
    sensitive << inner->kept;
    dont_initialize();
  }
  void changed() { cout << sc_time_stamp() << " " << ins[0].read() << ins[1]->read() << ins[0]->event() << endl; }
  void kept() { cout << "kept" << endl; }
  ~Outer() {
    delete inner;
    delete source;
  }
};
int sc_main(int, char **) {
  Outer *o = new Outer("outer");
  late l("late");
  sc_signal<pair_t> s("s", pair_t{5, 6});
  sc_fifo<pair_t> f("f", 1);
  o->out(l);
  o->ins[0](s);
  o->ins[1](s);
  o->source->pair(s);
  cout << o->source->out.name() << " " << o->inner->kept.got.name() << " " << o->ins[1].name() << endl;
  o->in->put(7);
  sc_start(2, SC_NS);
  cout << s << " " << s.read() << " " << f << endl;
  cout << sc_argc() << " " << (sc_get_stop_mode() == SC_STOP_FINISH_DELTA) << endl;
  delete o;
  return 0;
}
