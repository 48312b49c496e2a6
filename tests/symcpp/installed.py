#!/usr/bin/env python3
"""Installs Allways into a folder of its own and verifies a program there: `#include <symcpp.h>` finds the installed header.

usage: installed.py CMAKE BUILD
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """#include <symcpp_uml.h>
#if !defined THE_INSTALLED_ONE
#error another symcpp.h was found
#endif
class Sensor : public Thread {
  void Run() { symcpp_assert(symcpp_nondet(0, 9) != 7); }
};
Sensor sensor;
int main() { sensor.Start(); }
"""


def main():
    cmake, build = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        done = subprocess.run([cmake, "--install", build, "--prefix", "/prefix"], env={**os.environ, "DESTDIR": folder},
                              capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"cmake --install: {done.stdout[-500:]}{done.stderr[-500:]}")
        headers = list(place.rglob("symcpp.h"))
        if len(headers) != 1:
            sys.exit(f"symcpp.h is installed {len(headers)} times")
        headers[0].write_text("#define THE_INSTALLED_ONE\n" + headers[0].read_text())
        source = place / "p.cpp"
        source.write_text(PROGRAM)
        words = [str(next(place.rglob("bin/allways"))), "verify", "--quiet", "--engine=exsym", str(source)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        print(f"status {done.returncode} (1 expected) {done.stdout}{done.stderr}")
        return done.returncode != 1


if __name__ == "__main__":
    sys.exit(main())
