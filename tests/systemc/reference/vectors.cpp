// Vectors of objects: binding, views of members, errors.
#include <systemc.h>
SC_MODULE(L) {
  sc_in<int> p;
  SC_CTOR(L) : p("p") {}
};
SC_MODULE(T) {
  sc_vector<sc_signal<int>> s;
  sc_vector<L> l;
  sc_vector<sc_event> ev;
  SC_CTOR(T) : s("s"), l("l", 3), ev("ev", 2) {
    s.init(3);
    sc_assemble_vector(l, &L::p).bind(s);
    cout << sc_assemble_vector(l, &L::p).size() << " " << ev[1].name() << endl;
  }
};
int sc_main(int, char **) {
  T t("t");
  sc_vector<sc_signal<int>> a("a"), b("b", 2);
  sc_vector<sc_signal<int>> c;
  cout << c.name() << endl;
  struct D : sc_module {
    sc_vector<sc_in<int>> p;
    D(sc_module_name) : p("p", 2) {}
  };
  D d("d");
  d.p(a);
  d.p(b.begin(), b.begin());
  d.p(b);
  d.p.bind(b.begin(), b.end(), d.p.end());
  D e("e");
  e.p.bind(d.p);
  try {
    sc_vector<sc_in<int>> q("q", 2);
  } catch (const sc_report &r) {
    cout << r.what() << endl;
  }
  for (auto o : t.get_child_objects()) cout << o->name() << " " << o->kind() << endl;
  try {
    a.init(0);
    a.init(1);
    a.at(9);
  } catch (const sc_report &r) {
    cout << r.what() << endl;
  }
  sc_start(1, SC_NS);
  return 0;
}
