#!/usr/bin/env python3
"""The waveform of a counterexample: times in the unit of the simulation, signals as wide as their types.

  tests/systemc/waveform.py ALLWAYS
"""
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

PROGRAM = """#include <systemc.h>
#include <cassert>
SC_MODULE(Top) {
  sc_signal<bool> flag; sc_signal<sc_uint<4> > nibble; sc_signal<sc_bv<12> > bits; sc_signal<int> number;
  void run() {
    wait(5, SC_NS);
    flag.write(true); nibble.write(9); bits.write("101010101010"); number.write(-1);
    wait(2500, SC_PS);
    assert(!flag.read());
  }
  SC_CTOR(Top) : flag("flag"), nibble("nibble"), bits("bits"), number("number") { SC_THREAD(run); }
};
int sc_main(int, char *[]) { Top t("t"); sc_start(); return 0; }
"""
WIDTHS = {"flag": 1, "nibble": 4, "bits": 12, "number": 32}
LAST = {"flag": "1", "nibble": "b1001 ", "bits": "b101010101010 ", "number": "b" + 32 * "1" + " "}


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        source, wave = pathlib.Path(folder) / "p.cpp", pathlib.Path(folder) / "p.vcd"
        source.write_text(PROGRAM)
        done = child.run([sys.argv[1], str(source), "--quiet", f"--report={wave}"], cpu=120)
        text = wave.read_text() if done.returncode == 1 else ""
    if "$timescale 1 fs $end" not in text:
        wrong.append("the timescale is not 1 fs")
    for name, width in WIDTHS.items():
        found = re.search(rf"\$var wire (\d+) (\S+) {name} \$end", text)
        if not found or int(found.group(1)) != width:
            wrong.append(f"{name} is not {width} bits wide")
        elif f"\n{LAST[name]}{found.group(2)}\n" not in text:
            wrong.append(f"{name} does not get its value")
    stamps = [int(t) for t in re.findall(r"^#(\d+)$", text, re.M)]
    if stamps != sorted(set(stamps)) or 5_000_000 not in stamps or not any(7_500_000 <= t < 7_501_000 for t in stamps):
        wrong.append(f"times are {stamps}")
    for line in wrong:
        print(line)
    print(f"{len(WIDTHS) + 2 - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
