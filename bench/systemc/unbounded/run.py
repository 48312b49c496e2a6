#!/usr/bin/env python3
"""Models with data without bound: run.py ALLWAYS [--cpu SECONDS] [--engine ENGINE] [NAME...]

Each model is run as it is (SAFE is right) and with BROKEN (UNSAFE is right). A table, and exit status 1 if an answer is wrong or missing.
"""
import argparse
import pathlib
import resource
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "support"))
import child


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("allways")
    ap.add_argument("names", nargs="*", default=[])
    ap.add_argument("--cpu", type=int, default=60)
    ap.add_argument("--engine", default="auto")
    ap.add_argument("--only", choices=["correct", "broken"])
    a = ap.parse_intermixed_args()
    bad = 0
    for path in sorted(HERE.glob("*.cpp")):
        if a.names and path.stem not in a.names:
            continue
        for form, flags, right in [("correct", [], "SAFE"), ("broken", ["--", "-DBROKEN"], "UNSAFE")]:
            if a.only and form != a.only:
                continue
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            p = child.run([a.allways, str(path), "--property=assert", f"--engine={a.engine}", *flags], a.cpu)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            lines = p.stdout.strip().splitlines() or [p.stderr.strip()[-200:]]
            got = next((w for w in ("UNSAFE", "SAFE", "UNKNOWN") if any(l.startswith(w) for l in lines)), "failed")
            bad += got != right
            print(f"{path.stem:12} {form:8} {got:8} {spent:6.1f} s  {lines[0][:90] if got != right else ''}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
