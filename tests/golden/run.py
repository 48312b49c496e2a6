#!/usr/bin/env python3
"""Golden tests: run.py ALLWAYS [--update] [NAME...]

Each cases/NAME.cmd holds the arguments of one run (shell words, read from this folder; @TMP@ is a fresh folder) on its
first line and, on further lines, files of @TMP@ whose content is part of the output. cases/NAME.out is what must come out:
stdout, stderr, files, exit status. Times and memory are masked. Each case runs twice, so that output that is not the
same in every run is found.
"""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MASKS = [
    (re.compile(r'("(?:time_s|solver_time_s)": )[0-9.e+-]+'), r"\1*"),
    (re.compile(r'("peak_rss_bytes": )\d+'), r"\1*"),
    (re.compile(r'("allways": )"[^"]*"'), r'\1"*"'),
    (re.compile(r"^(  (?:time|solver time|peak memory) +)[0-9.]+ (s|MB)$", re.M), r"\1* \2"),
    (re.compile(r"\ballways [0-9]+\.[0-9]+\.[0-9]+"), "allways *"),
]


def mask(text):
    for pattern, replacement in MASKS:
        text = pattern.sub(replacement, text)
    return text


def run_case(allways, case):
    lines = case.read_text().splitlines()
    with tempfile.TemporaryDirectory() as tmp:
        words = [word.replace("@TMP@", tmp) for word in shlex.split(lines[0])]
        done = subprocess.run([allways, *words], cwd=HERE, capture_output=True, timeout=120, check=False)
        out = done.stdout.decode(errors="replace")
        if done.stderr:
            out += "--- stderr\n" + done.stderr.decode(errors="replace")
        for name in filter(None, lines[1:]):
            path = pathlib.Path(name.replace("@TMP@", tmp))
            out += f"--- {path.name}\n" + (path.read_text(errors="replace") if path.exists() else "(missing)\n")
        out += f"--- exit status {done.returncode}\n"
        return mask(out.replace(tmp, "@TMP@"))


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    names = [word for word in sys.argv[2:] if not word.startswith("--")]
    update = "--update" in sys.argv
    failures = 0
    cases = sorted((HERE / "cases").glob("*.cmd"))
    for case in cases:
        if names and case.stem not in names:
            continue
        expected_file = case.with_suffix(".out")
        got = run_case(allways, case)
        if got != run_case(allways, case):
            print(f"{case.stem}: two runs differ")
            failures += 1
        if update:
            expected_file.write_text(got)
            continue
        expected = expected_file.read_text() if expected_file.exists() else ""
        if got != expected:
            failures += 1
            print(f"{case.stem}: allways {case.read_text().splitlines()[0]}")
            sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), got.splitlines(True), "expected", "got"))
    if not cases:
        print("no cases")
        failures = 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
