#!/usr/bin/env python3
"""Every construct that doc/manual.md lists as not supported ends UNKNOWN, with its name and a place in the program.

  tests/systemc/unsupported.py ALLWAYS MANUAL
"""
import json
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

# The word in the manual's list, what the reason says, members of the module, body of its thread, before sc_start, flags.
CASES = [
    ("sc_event::triggered", "sc_event::triggered", "sc_event e;", "if (e.triggered()) wait();", ""),
    ("sc_suspend_all", "sc_suspend_all", "", "sc_suspend_all();", ""),
    ("sc_suspendable", "sc_suspendable", "", "sc_suspendable();", ""),
    ("async_attach_suspending", "async_attach_suspending",
     "struct ch : sc_prim_channel { void go() { async_attach_suspending(); } } c;", "c.go();", ""),
    ("SC_EXIT_ON_STARVATION", "SC_EXIT_ON_STARVATION", "", "", "sc_start(1, SC_NS, SC_EXIT_ON_STARVATION);"),
    ("sc_pending_activity", "sc_pending_activity", "", "", "if (sc_pending_activity()) return 1;"),
    ("sc_pending_activity_at_current_time", "sc_pending_activity_at_current_time", "", "",
     "if (sc_pending_activity_at_current_time()) return 1;"),
    ("sc_pending_activity_at_future_time", "sc_pending_activity_at_future_time", "", "",
     "if (sc_pending_activity_at_future_time()) return 1;"),
    ("sc_time_to_pending_activity", "sc_time_to_pending_activity", "", "", "sc_time_to_pending_activity();"),
    ("sc_delta_count_at_current_time", "sc_delta_count_at_current_time", "", "sc_delta_count_at_current_time();", ""),
    ("update_requested", "update_requested", "struct ch : sc_prim_channel { bool go() { return update_requested(); } } c;",
     "c.go();", ""),
    ("disable", "disable() of a process that waits for all of several events", "sc_event e, f;",
     "if (sc_time_stamp() == SC_ZERO_TIME) sc_spawn([&] { sc_process_handle h = sc_get_current_process_handle(); sc_spawn([=, this] { sc_process_handle k = h; k.disable(); wait(SC_ZERO_TIME); wait(SC_ZERO_TIME); e.notify(); f.notify(); }); wait(e & f); });", ""),
    ("1024 bits", "a fixed-point type of more than 1024 bits", "", "sc_dt::sc_fix x(1025, 4);", ""),
    ("exponent", "text of a fixed-point number with such an exponent", "", "sc_dt::sc_fxval x(\"1e+500\");", ""),
    ("std::ifstream", "a file that is read", "", 'std::ifstream f("data.txt");', ""),
    ("fopen", "fopen", "", 'FILE *f = std::fopen("data.txt", "r"); if (f) std::fclose(f);', ""),
    ("and-list", "an and-list in a process with an asynchronous reset", "sc_event a, b; sc_signal<bool> rst;",
     "wait(a & b);", "", "async_reset_signal_is(rst, true);"),
    ("128 bits", "a shift to the left by more than 128 bits, and by more than the number has", "sc_dt::sc_biguint<64> v;", "int n = 200; v = 1; v = v << n;", ""),
]

PROGRAM = """#define SC_INCLUDE_FX
#include <systemc>
#include <tlm>
#include <cstdio>
#include <fstream>
using namespace sc_core;
SC_MODULE(M) {
  %s
  void run() { %s }
  SC_CTOR(M) { SC_THREAD(run); %s }
};
int sc_main(int, char **) {
  M m("m");
  %s
  sc_start(2, SC_NS);
  return 0;
}
"""


def judge(allways, where, case):
    word, reason, members, body, before = case[:5]
    path = os.path.join(where, "program.cpp")
    with open(path, "w", encoding="utf-8") as out:
        out.write(PROGRAM % (members, body, case[5] if len(case) > 5 else "", before))
    done = child.run([allways, "verify", "--json", path], cpu=60)
    if done.returncode != 2:
        return f"{word}: status {done.returncode}, expected 2\n{done.stdout[:400]}{done.stderr[:600]}"
    answer = json.loads(done.stdout)
    if reason not in answer["reason"]:
        return f"{word}: the reason does not name it: {answer['reason']}"
    if not answer["reason_place"] or os.path.basename(answer["reason_place"]["file"]) != "program.cpp":
        return f"{word}: the place is {answer['reason_place']}"
    return None


def main():
    allways, manual = sys.argv[1:3]
    with open(manual, encoding="utf-8") as text:
        listed = re.search(r"Not supported:(.*?)\n\n", text.read(), re.S)
    if not listed:
        print("the manual has no list")
        return 1
    complaints = [f"{c[0]} is not in the manual's list" for c in CASES if c[0] not in listed.group(1)]
    with tempfile.TemporaryDirectory() as where:
        complaints += filter(None, (judge(allways, where, c) for c in CASES))
    print("\n".join(complaints))
    print(f"{len(CASES)} constructs, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
