// A client sends three letters to a server that takes them for ever. BROKEN: the level decides whether an assertion holds;
// STUCK: the client waits for an answer that nobody gives.
#include <functional>

#include "device.h"

struct Client : sc_core::sc_module {
  Buffer *out;
  sc_core::sc_event answer;
  void run() {
    for (const char *s = "abc"; *s; s++) out->write(*s);
#ifdef STUCK
    wait(answer);
#endif
  }
  SC_HAS_PROCESS(Client);
  Client(sc_core::sc_module_name name, Buffer *out) : sc_module(name), out(out) { SC_THREAD(run); }
};

struct Server : sc_core::sc_module {
  Buffer *in;
  int seen = 0;
  std::function<void(int)> take;
  void see(int letter, int by) { seen = letter + by; }
  void run() {
#ifdef BROKEN
    const int level = any_level();
#endif
    while (true) {
      take(in->read());
#ifdef BROKEN
      sc_assert(level != 77 || seen != 'c');
#endif
    }
  }
  SC_HAS_PROCESS(Server);
  Server(sc_core::sc_module_name name, Buffer *in) : sc_module(name), in(in) {
    take = std::bind(&Server::see, this, std::placeholders::_1, 0);
    SC_THREAD(run);
  }
};

int sc_main(int, char **) {
  Buffer buffer("buffer");
  Client client("client", &buffer);
  Server server("server", &buffer);
  sc_core::sc_start();
  std::cout << std::to_string(server.seen) << std::endl;
  return 0;
}
