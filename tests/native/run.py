#!/usr/bin/env python3
"""Programs compiled natively print what `allways simulate` prints, with both widths of pointers.

usage: run.py ALLWAYS CLANG

Differences are mistakes of the lowering, of the models or of the concrete interpreter. A width that the machine cannot
compile for natively (headers missing) is skipped and said.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent


def native_output(clang, source, bits, folder):
    program = pathlib.Path(folder) / "program"
    command = [clang, "-w", f"-m{bits}", "-pthread", str(source), "-o", str(program)]
    if subprocess.run(command, capture_output=True).returncode:
        return None
    return child.run([str(program)], cpu=60).stdout


def simulated_output(allways, source, bits):
    run = child.run([allways, "simulate", str(source), "--", "-w", f"-m{bits}"], cpu=60)
    return run.stdout.partition("the run is over")[0] if run.returncode == 0 else run.stdout + run.stderr


def main(allways, clang):
    failed = 0
    for source in sorted(HERE.glob("*.c")):
        for bits in (64, 32):
            with tempfile.TemporaryDirectory() as folder:
                want = native_output(clang, source, bits, folder)
            if want is None:
                print(f"{source.name} {bits}: skipped, no native compilation")
                continue
            have = simulated_output(allways, source, bits)
            if want != have:
                failed += 1
                print(f"{source.name} {bits}: differs\n--- native\n{want}--- simulated\n{have}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
