#!/usr/bin/env python3
"""simulate --until: instants up to that time run, later ones do not; other texts are usage errors.

  tests/systemc/until.py ALLWAYS
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

PROGRAM = """#include <systemc.h>
SC_MODULE(Top) {
  void run() { for (;;) { cout << sc_time_stamp() << endl; wait(10, SC_NS); } }
  SC_CTOR(Top) { SC_THREAD(run); }
};
int sc_main(int, char *[]) { Top t("t"); sc_start(); return 0; }
"""
WANTED = {"30ns": ["0 s", "10 ns", "20 ns", "30 ns"], "29999ps": ["0 s", "10 ns", "20 ns"], "0s": ["0 s"], "10000": ["0 s", "10 ns"]}
REFUSED = ["", "ns", "-1ns", "10 ns", "1min", "99999999999999999999ns", "99999999999s"]


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "p.cpp"
        source.write_text(PROGRAM)
        for time, lines in WANTED.items():
            done = child.run([sys.argv[1], "simulate", f"--until={time}", str(source)], cpu=60)
            got = done.stdout.splitlines()
            if done.returncode or got[:len(lines)] != lines or not got[len(lines)].startswith("the time is over (--until)"):
                wrong.append(f"--until={time}: {done.returncode} {got[:6]}")
        model = pathlib.Path(__file__).resolve().parents[2] / "examples" / "fifo_broken.ivl"
        for time in REFUSED:
            done = child.run([sys.argv[1], "simulate", f"--until={time}", str(model)], cpu=60)
            if done.returncode != 64:
                wrong.append(f"--until={time}: status {done.returncode} instead of 64")
        done = child.run([sys.argv[1], "simulate", "--until=1ns", str(model)], cpu=60)
        if done.returncode != 64 or "no unit of time" not in done.stderr:
            wrong.append(f"a unit for a model without one: {done.returncode} {done.stderr}")
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
