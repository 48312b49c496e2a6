#!/usr/bin/env python3
"""For which memory model a SAFE holds: what the result says of C and C++ programs, against what clang makes of them.

  tests/axioms/promised.py ALLWAYS CLANG FILE... [--every N]

Each program whose first lines expect it to be safe is verified for its properties, and for no-data-race in addition. The LLVM code that clang makes shows the
orderings it uses and the functions it calls. A SAFE may drop the assumption of sequential consistency only if no-data-race was proved, and nothing weaker
than seq_cst stands in that code or the program was proved to be robust; and then it must.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

WEAK = re.compile(r"\b(atomic|cmpxchg|atomicrmw|fence|load atomic|store atomic)\b.*\b(monotonic|unordered|acquire|release|acq_rel)\b")
# May fail and tell something by it; generic operations of libatomic count as such, whatever their ordering.
FAILING = re.compile(r"@(pthread_\w*(try|timed|clock)\w*|sem_(try|timed|clock|get)\w*|mtx_\w*(try|timed)\w*|__atomic_\w+|_Z\w*(try|timed)\w*)\(")


def header(path):
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[:8]
    return dict(m.groups() for m in (re.match(r"^// (\w+): (.*)$", l) for l in lines) if m)


def llvm(clang, path, flags):
    # What the models replace (barriers, latches, streams) is an object that synchronises, not the code of a library.
    models = pathlib.Path(__file__).resolve().parent.parent.parent / "runtime"
    own = ["-isystem", str(models / "cxx" / "include"), "-isystem", str(models)] if path.suffix == ".cpp" else []
    p = subprocess.run([clang, "-O0", "-w", "-S", "-emit-llvm", "-o", "-", *own, str(path), *flags], capture_output=True, text=True, errors="replace")
    return p.stdout if not p.returncode else None


def verify(allways, path, properties, head):
    words = [allways, str(path), "--json", "--timeout=60", *head.get("options", "").split()]
    words += [f"--property={properties}"] if properties else []
    p = subprocess.run(words + (["--", *head["flags"].split()] if "flags" in head else []), capture_output=True, text=True, errors="replace")
    try: return json.loads(p.stdout)
    except ValueError: return None


def proved(result, name):
    return any(o["name"] == name and o["grade"] == "proved" for o in (result or {}).get("properties", []))


def judge(result, demanded, asked, may, must):
    """None, or what is wrong."""
    if not result or result["verdict"] != "safe" or "memory" not in result: return None
    assumed = any(a.startswith("sequential consistency") for a in result["assumptions"])
    if demanded:  # a SAFE must be one for that model
        good = (result["memory"]["model"], result["memory"]["by"]) in {(demanded, "graph"), ("rc11", "robust"), ("c11", "drf-sc")}
        return None if good and not assumed else f"memory {result['memory']} with the assumptions {result['assumptions']}, but {demanded} was asked for"
    robust = result["memory"] == {"model": "rc11", "by": "robust"}
    if robust != (asked == "robust" or (proved(result, "robust") and proved(result, "no-data-race"))): return f"memory {result['memory']}, though robust or no-data-race says otherwise"
    if robust: return "assumes sequential consistency of a robust program" if assumed else None
    holds = result["memory"] == {"model": "c11", "by": "drf-sc"}
    if holds == assumed: return f"memory {result['memory']} with the assumptions {result['assumptions']}"
    if holds and not may: return "holds for C11, although something keeps it from that"
    if must and not holds: return f"nothing keeps it from holding for C11: {result['assumptions']}"
    return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways")
    p.add_argument("clang")
    p.add_argument("files", nargs="+", type=pathlib.Path)
    p.add_argument("--every", type=int, default=1)
    a = p.parse_args()
    bad, counts = 0, {"c11": 0, "sc": 0, "rc11": 0}
    for path in sorted(a.files)[:: a.every]:
        head = header(path)
        code = llvm(a.clang, path, head.get("flags", "").split()) if head.get("expect", "safe").startswith("safe") else None
        if code is None: continue
        weak, odd = bool(WEAK.search(code) or FAILING.search(code)), " asm " in code or "volatile=relaxed" in head.get("options", "")
        own = head.get("property", "")
        for properties in {own, f"{own},no-data-race".strip(",")}:
            result = verify(a.allways, path, properties, head)
            race = [o for o in (result or {}).get("properties", []) if o["name"] == "no-data-race"]
            demanded = (re.search(r"--memory-model=(\w+)", head.get("options", "")) or [0, ""])[1]
            wrong = judge(result, demanded, properties, bool(race) and not weak, proved(result, "no-data-race") and not weak and not odd)
            if result and result["verdict"] == "safe" and "memory" in result: counts[result["memory"]["model"]] += 1
            if wrong:
                bad += 1
                print(f"{path} --property={properties}: {wrong}")
    print(f"{counts['c11']} hold for C11, {counts['rc11']} for RC11, {counts['sc']} for sequential consistency, {bad} wrong")
    sys.exit(bad > 0 or not counts["c11"] or not counts["sc"])


main()
