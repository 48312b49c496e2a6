// TLM-1: looking into fifos, their bounds, ports that processes are sensitive to; names of sockets.
#include <systemc.h>
#include <tlm.h>

SC_MODULE(Reader) {
  tlm::tlm_nonblocking_get_port<int> in;
  SC_CTOR(Reader) : in("in") {
    SC_METHOD(read);
    sensitive << in.ok_to_get();
    dont_initialize();
  }
  void read() {
    int v;
    while (in->nb_get(v)) cout << sc_time_stamp() << " got " << v << endl;
  }
};

SC_MODULE(Writer) {
  tlm::tlm_fifo<int> fifo;
  SC_CTOR(Writer) : fifo("fifo", 2) { SC_THREAD(write); }
  void write() {
    int v = 0;
    cout << fifo.nb_put(1) << fifo.nb_put(2) << fifo.nb_put(3) << fifo.size() << endl;
    fifo.nb_expand(2);
    cout << fifo.nb_put(3) << fifo.size() << fifo.used() << endl;
    wait(SC_ZERO_TIME);
    cout << fifo.nb_peek(v, 1) << v << fifo.nb_peek(v, -1) << v << fifo.nb_peek(v, 3) << endl;
    cout << fifo.nb_poke(7, 1) << fifo.nb_poke(7, 5) << endl;
    cout << fifo.nb_reduce(1) << fifo.size() << fifo.nb_bound(1) << fifo.size() << endl;
    fifo.nb_unbound(4);
    for (int i = 10; i < 20; i++) cout << fifo.nb_put(i);
    cout << " " << fifo.size() << endl;
  }
};

SC_MODULE(Sockets) {
  tlm::tlm_initiator_socket<> unnamed;
  tlm::tlm_target_socket<> named;
  SC_CTOR(Sockets) : named("named") {}
};

static void show(sc_object *object) {
  for (sc_object *child : object->get_child_objects()) cout << child->name() << " " << child->kind() << endl;
}

int sc_main(int, char **) {
  Writer writer("writer");
  Reader reader("reader");
  tlm::tlm_fifo<int> other("other", 3);
  reader.in(other);
  {
    Sockets sockets("sockets");
    show(&sockets);
  }
  sc_start(1, SC_NS);
  other.nb_put(4);
  other.nb_put(5);
  sc_start(1, SC_NS);
  cout << TLM_VERSION_MAJOR << TLM_VERSION_MINOR << TLM_VERSION_PATCH << " " << tlm::tlm_release() << " " << tlm::tlm_version() << endl;
  return 0;
}
