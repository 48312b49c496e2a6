#!/usr/bin/env python3
"""Random small SystemC models: is the outcome under the reference library among those of all schedules?

  tests/systemc/random_reference.py ALLWAYS [--seed N] [--count N] [--keep FOLDER] [--print] [--no-shrink]
  tests/systemc/random_reference.py ALLWAYS --stored         the models of reference_models.txt, with their stored outcomes
  tests/systemc/random_reference.py ALLWAYS --renew N...     write reference_models.txt anew, of these seeds

A model (reference_models.py) is compiled with the reference library and run: that is one schedule. The assertion that this outcome does
not come must be UNSAFE, and `simulate`, which follows the order of the reference library, must print the same text. Models that are
UNKNOWN are counted; more than one in eight are a failure. A failing model is shrunk by dropping statements.
"""
import argparse
import os
import pathlib
import re
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import child
import reference_models

STORED = HERE / "reference_models.txt"
SKIPPED = 77  # ctest's status of a test that cannot run here
QUIET = dict(os.environ, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1")


class Judge:
    def __init__(self, allways, folder):
        self.allways, self.folder = allways, pathlib.Path(folder)

    def has_reference(self):
        empty = self.folder / "empty.cpp"
        empty.write_text("#include <systemc>\nint sc_main(int, char **) { return 0; }\n")
        return child.run(["g++", "-std=c++17", "-w", str(empty), "-lsystemc", "-o", str(self.folder / "empty")]).returncode == 0

    def reference(self, source):
        """What the reference library prints, or None and why."""
        program = self.folder / "reference"
        built = child.run(["g++", "-std=c++17", "-w", "-fpermissive", str(source), "-lsystemc", "-lpthread", "-o", str(program)], cpu=600)
        if built.returncode:
            return None, "the reference does not compile it: " + built.stderr[:600]
        done = child.run([str(program)], cpu=20, env=QUIET)
        if not re.search(r"^outcome \d+$", done.stdout, re.M):
            return None, f"the reference ends with status {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}"
        return done.stdout, ""

    def is_reached(self, source, outcome):
        """"reached", "missed", or why that is not known; more words."""
        done = child.run([self.allways, "verify", "--quiet", "--property=assert", str(source), "--", f"-DOUTCOME={outcome}u"], cpu=120)
        text = done.stdout.strip() + done.stderr.strip()
        if done.returncode == 0:
            return "missed", "SAFE: no schedule has the outcome of the reference"
        if done.returncode == 1 and "outcome != " in text:
            return "reached", ""
        return ("open", text[:400]) if done.returncode in (1, 2) else ("broken", f"status {done.returncode}: {text[:600]}")

    def simulated(self, source):
        """What `simulate` prints; None and why: it ends UNKNOWN."""
        done = child.run([self.allways, "simulate", str(source)], cpu=120)
        end = re.search(r"^outcome \d+\n", done.stdout, re.M)
        if end:
            return done.stdout[:end.end()], ""
        return (None, done.stdout[-300:]) if done.returncode == 2 else (done.stdout + done.stderr, "")

    def judge(self, text, stored=None):
        """A complaint or None, and what is known."""
        source = self.folder / "model.cpp"
        source.write_text(text)
        if stored is None:
            printed, why = self.reference(source)
            if printed is None:
                return None, "refused: " + why
            outcome = int(printed.split()[-1])
            got, why = self.simulated(source)
            if got is None:
                return None, "open: simulate: " + why
            if got != printed:
                return "simulate prints something else\n" + difference(printed, got), "differs"
        else:
            outcome = stored
        answer, words = self.is_reached(source, outcome)
        if answer in ("missed", "broken"):
            return words, answer
        return None, answer if answer == "reached" else f"{answer}: {words}"


def difference(want, got):
    want, got = want.splitlines(), got.splitlines()
    k = next((k for k, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
    return f"line {k + 1}: expected {want[k:k + 2]}, printed {got[k:k + 2]}"


def shrink(judge, model, kind):
    changed = True
    while changed:
        changed = False
        for m in model.smaller():
            if judge.judge(m.text())[1] == kind:
                model, changed = m, True
                break
    return model


def fingerprint(model):
    return zlib.crc32(model.text().encode())


def renew(judge, seeds):
    lines = []
    for seed in seeds:
        model = reference_models.Model(seed)
        source = judge.folder / "model.cpp"
        source.write_text(model.text())
        lines.append(f"{seed} {fingerprint(model)} {judge.reference(source)[0].split()[-1]}\n")
    STORED.write_text("".join(lines))


def check_stored(judge):
    bad = 0
    for line in STORED.read_text().splitlines():
        seed, text, outcome = map(int, line.split())
        model = reference_models.Model(seed)
        complaint, kind = judge.judge(model.text(), outcome) if fingerprint(model) == text else ("the generator has changed: --renew", "")
        if complaint or kind != "reached":
            bad += 1
            print(f"seed {seed}: {complaint or kind}")
    print(f"{bad} complaints")
    return 1 if bad else 0


def check_random(judge, a):
    bad, kinds = 0, {}
    for seed in range(a.seed, a.seed + a.count):
        model = reference_models.Model(seed)
        complaint, kind = judge.judge(model.text())
        if kind.startswith(("open", "refused")):
            print(f"seed {seed}: {kind}", flush=True)
        kind = kind.split(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
        if complaint:
            bad += 1
            small = model if a.no_shrink else shrink(judge, model, kind)
            path = pathlib.Path(a.keep) / f"model_{seed}.cpp"
            path.write_text(small.text())
            print(f"seed {seed}: {complaint}; {path}", flush=True)
    print(f"{a.count} models: " + ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())))
    return 1 if bad or (kinds.get("open", 0) + kinds.get("refused", 0)) * 8 > a.count else 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=10)
    p.add_argument("--keep", default=".")
    p.add_argument("--print", action="store_true")
    p.add_argument("--no-shrink", action="store_true")
    p.add_argument("--stored", action="store_true")
    p.add_argument("--renew", type=int, nargs="+")
    a = p.parse_args()
    if a.print:
        print("\n".join(reference_models.Model(seed).text() for seed in range(a.seed, a.seed + a.count)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(str(pathlib.Path(a.allways).resolve()), folder)
        if a.stored:
            return check_stored(judge)
        if not judge.has_reference():
            print("the reference library (libsystemc-dev) is missing: nothing to compare with")
            return SKIPPED
        if a.renew:
            renew(judge, a.renew)
            return 0
        return check_random(judge, a)


if __name__ == "__main__":
    sys.exit(main())
