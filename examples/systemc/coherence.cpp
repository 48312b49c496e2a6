// expect: safe
// A toy of cache coherence: two caches hold one line each, in one of the states invalid, shared and modified. A cache that
// wants to write makes the others give the line up first. Invariant: a modified line is the only copy. What each
// processor does is an input.
#include <allways.h>
#include <systemc>

using namespace sc_core;

enum line_state { INVALID, SHARED, MODIFIED };

class snoop_if : virtual public sc_interface {
 public:
  virtual void snoop(int from, bool wants_to_write) = 0;
};

class cache : public sc_module, public snoop_if {
 public:
  sc_port<snoop_if> others;
  line_state line;

  SC_HAS_PROCESS(cache);
  cache(sc_module_name name, int id) : sc_module(name), others("others"), line(INVALID), m_id(id) { SC_THREAD(run); }
  void snoop(int from, bool wants_to_write) override {
    if (from == m_id) return;
    if (wants_to_write) {
      line = INVALID;
    } else if (line == MODIFIED) {
      line = SHARED;
    }
  }

 private:
  void run() {
    for (int i = 0; i < 3; i++) {
      if (allways_nondet<bool>("write")) {
        others->snoop(m_id, true);
        line = MODIFIED;
      } else if (line == INVALID) {
        others->snoop(m_id, false);
        line = SHARED;
      }
      wait(1, SC_NS);
    }
  }
  int m_id;
};

SC_MODULE(checker) {
  cache &first, &second;

  SC_HAS_PROCESS(checker);
  checker(sc_module_name name, cache &a, cache &b) : sc_module(name), first(a), second(b) { SC_THREAD(run); }
  void run() {
    for (int i = 0; i < 3; i++) {
      sc_assert(first.line != MODIFIED || second.line == INVALID);
      sc_assert(second.line != MODIFIED || first.line == INVALID);
      wait(1, SC_NS);
    }
  }
};

int sc_main(int, char *[]) {
  cache first("first", 0), second("second", 1);
  first.others(second);
  second.others(first);
  checker c("checker", first, second);
  sc_start();
  return 0;
}
