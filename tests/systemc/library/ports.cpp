// Ports bound through ports, to several channels, by position; exports; sensitivity to ports that are bound later.
// output: 6
// output: 0 s 121
// output: 0 s 141
// output: 0 s 161
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

struct greet_if : virtual sc_interface {
  virtual int greet(int) = 0;
};
struct greeter : sc_module, greet_if {
  int offset;
  greeter(sc_module_name n, int o) : sc_module(n), offset(o) {}
  int greet(int x) override { return x + offset; }
};
SC_MODULE(inner) {
  sc_in<int> in;
  sc_out<int> out;
  sc_port<greet_if, 0> many;
  SC_CTOR(inner) : in("in"), out("out"), many("many") {
    SC_METHOD(copy);
    sensitive << in;
    dont_initialize();
  }
  void copy() {
    int sum = 0;
    for (int i = 0; i < many.size(); i++) sum += many[i]->greet(in.read());
    out.write(sum);
  }
};
SC_MODULE(outer) {
  sc_in<int> in;
  sc_inout<int> out;
  inner i;
  greeter g;
  sc_export<greet_if> e;
  SC_CTOR(outer) : in("in"), out("out"), i("i"), g("g", 1), e("e") {
    i.in(in);
    i.out(out);
    i.many(g);
    e(g);
  }
};
SC_MODULE(bench) {
  sc_in<int> result;
  sc_out<int> stimulus;
  SC_CTOR(bench) : result("result"), stimulus("stimulus") {
    SC_THREAD(run);
    sensitive << result;
  }
  void run() {
    for (int i = 1; i < 4; i++) {
      stimulus.write(10 * i);
      wait();
      cout << sc_time_stamp() << " " << result.read() << endl;
    }
  }
};

int sc_main(int, char *[]) {
  sc_signal<int> a("a"), b("b");
  outer o("outer");
  greeter g("g", 100);
  bench t("bench");
  o.in(a);
  o.out(b);
  o.i.many(g);
  t(b, a);
  cout << o.e->greet(5) << endl;
  sc_start();
  return 0;
}
