#!/usr/bin/env python3
"""Programs that are right only with the right ordering: correct ones hold for RC11; with one ordering too weak (-DWEAK) they fail under RC11, with a read of an old value, and never under sc.

  tests/axioms/examples.py ALLWAYS FILE...
"""
import pathlib
import subprocess
import sys


def ask(allways, path, memory_model, weak):
    words = [allways, str(path), "--engine=graph", f"--memory-model={memory_model}", "--property=assert,bounds,null"] + (["--", "-DWEAK"] if weak else [])
    return subprocess.run(words, capture_output=True, text=True).stdout


def main():
    bad = 0
    for path in map(pathlib.Path, sys.argv[2:]):
        strong, weak, sc = ask(sys.argv[1], path, "rc11", False), ask(sys.argv[1], path, "rc11", True), ask(sys.argv[1], path, "sc", True)
        good = strong.startswith("SAFE (proved)") and "holds for RC11" in strong and weak.startswith("UNSAFE") and "old value" in " ".join(weak.split()) and sc.startswith("SAFE (proved)")
        if good: continue
        bad += 1
        print(f"{path}:\n{strong}\n{weak}\n{sc}")
    print(f"{len(sys.argv) - 2} programs, {bad} wrong")
    sys.exit(bad > 0 or len(sys.argv) < 3)


main()
