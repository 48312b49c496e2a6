#!/usr/bin/env python3
"""Random SystemC designs: every engine and every reduction gives the verdict of the complete search.

  tests/systemc/random_reductions.py ALLWAYS [--seed N] [--count N] [--keep FOLDER]

A design has two modules of the same or different classes with threads and methods that share signals, events, a fifo, a
mutex and plain variables, wait in helper functions and behind virtual calls, and write a log of who ran. What is asserted
at the end of sc_main is that the log has not a certain value: one that a random schedule ends with, or any other, so that
a lost end state is a lost violation.
"""
import argparse
import concurrent.futures
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

CONFIGS = [
    ["--engine=naive"],
    ["--engine=stateful", "--por=none"],
    ["--engine=stateful", "--por=stub1"],
    ["--engine=stateful", "--por=stub2"],
    ["--engine=stateful", "--por=ct"],
    ["--engine=stateless", "--por=dpor"],
    ["--engine=stateless", "--por=stub1"],
]

HEAD = """#include <allways.h>
#include <systemc>
using namespace sc_core;

unsigned trail;
void mark(unsigned k) { trail = (trail * 3 + k) %% 251; }

struct store_if : virtual sc_interface {
  virtual void put(int v) = 0;
  virtual int get() = 0;
};
// A channel whose methods wait.
struct store : sc_module, store_if {
  int value;
  bool full;
  sc_event changed;
  SC_HAS_PROCESS(store);
  store(sc_module_name) : value(0), full(false) {}
  void put(int v) override {
    if (full) sc_core::wait(2, SC_NS, changed);
    value = v;
    full = true;
    changed.notify(%s);
  }
  int get() override {
    if (!full) sc_core::wait(3, SC_NS, changed);
    full = false;
    changed.notify(SC_ZERO_TIME);
    return value;
  }
};
struct shared {
  sc_event e0, e1;
  sc_mutex lock;
  int x, y;
  shared() : lock("lock"), x(0), y(0) {}
};
"""


class Design:
    def __init__(self, r):
        self.r = r

    def event(self):
        return f"s.e{self.r.randrange(2)}"

    def wait(self):
        r = self.r
        return r.choice([f"wait({r.randint(1, 2)}, SC_NS);", "wait(SC_ZERO_TIME);", f"wait(2, SC_NS, {self.event()});",
                         "wait(1, SC_NS, s.e0 | s.e1);", "pause_a_bit();", f"doze({r.randint(1, 2)});"])

    def statement(self, thread, depth=1):
        r = self.r
        kinds = ["x", "y", "mark", "notify", "later", "signal", "read", "input"]
        if thread:
            kinds += ["wait", "wait", "lock", "fifo", "store"]
        if depth:
            kinds += ["if"]
        kind = r.choice(kinds)
        if kind == "x":
            return f"s.x += {r.randint(1, 2)};"
        if kind == "y":
            return f"s.y = s.x + {r.randint(0, 2)};"
        if kind == "mark":
            return f"mark({r.randint(1, 2)});"
        if kind == "notify":
            return f"{self.event()}.notify();"
        if kind == "later":
            return f"{self.event()}.notify({r.choice(['SC_ZERO_TIME', '1, SC_NS', '2, SC_NS'])});"
        if kind == "signal":
            return f"out.write({r.randint(0, 2)});"
        if kind == "read":
            return "own = own * 2 + in.read();"
        if kind == "input":
            return "if (allways_nondet<bool>(\"choice\")) own++;"
        if kind == "wait":
            return self.wait()
        if kind == "lock":
            return f"s.lock.lock(); s.y++; {r.choice(['', self.wait()])} s.lock.unlock();"
        if kind == "fifo":
            return r.choice([f"queue.nb_write({r.randint(1, 3)});", "{ int v; if (queue.nb_read(v)) own += v; }"])
        if kind == "store":
            return r.choice([f"bank->put({r.randint(1, 3)});", "own += bank->get();"])
        return f"if (s.{r.choice('xy')} {r.choice(['<', '=='])} {r.randint(0, 3)}) {{ {self.statement(thread, depth - 1)} }}"

    def body(self, thread, n):
        return "\n    ".join(self.statement(thread) for _ in range(n))

    def module(self, name):
        r = self.r
        sensitive = r.choice(["sensitive << in;", "sensitive << s.e0;", "sensitive << s.e1 << in;"])
        return f"""
SC_MODULE({name}) {{
  sc_in<int> in;
  sc_out<int> out;
  sc_port<store_if> bank;
  shared &s;
  sc_fifo<int> &queue;
  int own;
  SC_HAS_PROCESS({name});
  {name}(sc_module_name, shared &with, sc_fifo<int> &q) : s(with), queue(q), own(0) {{
    SC_THREAD(run);
    {r.choice(["", "SC_THREAD(other);"])}
    SC_METHOD(look);
    {sensitive}
    {r.choice(["", "dont_initialize();"])}
  }}
  void pause_a_bit() {{ doze(1); }}
  void doze(int n) {{
    s.y ^= n;
    wait(n, SC_NS);
  }}
  void run() {{
    {self.body(True, r.randint(2, 3))}
    mark({r.randint(1, 2)});
  }}
  void other() {{
    {self.body(True, 2)}
  }}
  void look() {{
    {self.body(False, 1)}
    {r.choice(["", "mark(own & 1);"])}
  }}
}};
"""

    def text(self, target):
        r = self.r
        head = HEAD % r.choice(["", "SC_ZERO_TIME", "1, SC_NS"])
        second = r.choice(["first", "second"])
        out = head + self.module("first") + (self.module("second") if second == "second" else "")
        return out + f"""
int sc_main(int, char *[]) {{
  shared s;
  sc_signal<int> a("a"), b("b");
  sc_fifo<int> queue("queue", 1);
  store bank("bank");
  first m0("m0", s, queue);
  {second} m1("m1", s, queue);
  m0.in(a); m0.out(b); m0.bank(bank);
  m1.in(b); m1.out(a); m1.bank(bank);
  sc_start({r.choice(["", "3, SC_NS", "5, SC_NS"])});
  std::cout << "trail " << (trail + 7 * s.x + 13 * s.y) % 251 << std::endl;
  sc_assert((trail + 7 * s.x + 13 * s.y) % 251 != {target});
  return 0;
}}
"""


def run(words):
    done = child.run(words, cpu=600)
    return done.stdout + done.stderr


def verdict(text):
    found = re.search(r"^(SAFE|UNSAFE|UNKNOWN)", text, re.M)
    return found.group(1) if found else "none: " + text[:300]


def judge(allways, seed, folder):
    """None, or what is wrong with the program of this seed."""
    path = pathlib.Path(folder) / f"design_{seed}.cpp"
    path.write_text(Design(random.Random(seed)).text(999), encoding="utf-8")
    ends = re.search(r"^trail (\d+)", run([allways, "simulate", f"--seed={seed + 1}", str(path)]), re.M)
    r = random.Random(-seed - 1)
    target = ends.group(1) if ends and r.random() < 0.6 else str(r.randrange(251))
    path.write_text(Design(random.Random(seed)).text(target), encoding="utf-8")
    air = path.with_suffix(".air")
    air.write_text(run([allways, "ir", str(path)]), encoding="utf-8")
    got, notes, limits = {}, set(), ["--max-transitions=20000", "--quiet"]
    for config in CONFIGS:
        text = run([allways, "verify", *limits[:1], *config, str(air)])
        got[" ".join(config)] = verdict(text)
        notes.update(re.findall(r"no static reduction.*", text))
    if any(v.startswith("none") for v in got.values()) or len(set(got.values()) - {"UNKNOWN"}) > 1:
        return f"{path.name}: " + ", ".join(f"{k}: {v}" for k, v in got.items()), got, notes
    return None, got, notes


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=10)
    p.add_argument("--keep", default="")
    a = p.parse_args()
    wrong, unknown, unreduced, unsafe = [], 0, [], 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = a.keep or temporary
        for bad, got, notes in pool.map(lambda k: judge(a.allways, k, folder), range(a.seed, a.seed + a.count)):
            unknown += sum(v == "UNKNOWN" for v in got.values())
            unsafe += "UNSAFE" in got.values()
            unreduced += notes
            if bad:
                wrong.append(bad)
                print(bad, flush=True)
    print(f"{a.count} designs, {unsafe} with a violation, {len(wrong)} wrong, {unknown} runs without an answer, "
          f"{len(unreduced)} without static reduction {sorted(set(unreduced))}")
    return 1 if wrong or len(unreduced) * 2 > a.count else 0


if __name__ == "__main__":
    sys.exit(main())
