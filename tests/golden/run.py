#!/usr/bin/env python3
"""Golden tests: run.py ALLWAYS [--update] [--only FILE] [NAME...]

Each cases/NAME.cmd holds the arguments of one run (shell words, read from this folder; @TMP@ is a fresh folder) on its
first line and, on further lines, files of @TMP@ whose content is part of the output. cases/NAME.out is what must come out:
stdout, stderr, files, exit status. Masked are times, memory, and counts that change with every better solver chain or
store. A case that gets as far as a verdict runs twice, so that output that is not the same in every run is found.
"""
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
VOLATILE = "stored_bytes|instructions|solver_queries|solver_calls"
MASKS = [
    (re.compile(rf'("(?:{VOLATILE})": )\d+'), r"\1*"),
    (re.compile(rf"^(  (?:{VOLATILE}) +)\d+$", re.M), r"\1*"),
    (re.compile(r'("(?:time_s|solver_time_s)": )[0-9.e+-]+'), r"\1*"),
    (re.compile(r'("peak_rss_bytes": )\d+'), r"\1*"),
    (re.compile(r'("allways": )"[^"]*"'), r'\1"*"'),
    (re.compile(r"^(  (?:time|solver time|peak memory|per stored state|per second|time per match) +)[0-9.]+ (s|MB|bytes|states|us)$", re.M), r"\1* \2"),
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
        done = child.run([allways, *words], cwd=HERE, cpu=120, text=False)
        out = done.stdout.decode(errors="replace")
        if done.stderr:
            out += "--- stderr\n" + done.stderr.decode(errors="replace")
        for name in filter(None, lines[1:]):
            path = pathlib.Path(name.replace("@TMP@", tmp))
            out += f"--- {path.name}\n" + (path.read_text(errors="replace") if path.exists() else "(missing)\n")
        out += f"--- exit status {done.returncode}\n"
        return mask(out.replace(tmp, "@TMP@"))


def judge(allways, case, update):
    """What is wrong with the case, as text; empty if nothing is."""
    expected_file = case.with_suffix(".out")
    got = run_case(allways, case)
    has_verdict = re.search(r"^--- exit status [012]$", got, re.M)
    if has_verdict and got != run_case(allways, case):
        return f"{case.stem}: two runs differ\n"
    if update:
        expected_file.write_text(got)
        return ""
    expected = expected_file.read_text() if expected_file.exists() else ""
    if got == expected:
        return ""
    changes = difflib.unified_diff(expected.splitlines(True), got.splitlines(True), "expected", "got")
    return f"{case.stem}: allways {case.read_text().splitlines()[0]}\n" + "".join(changes)


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    names = [pathlib.Path(word).stem for word in sys.argv[2:] if not word.startswith("--")]
    update = "--update" in sys.argv
    cases = [case for case in sorted((HERE / "cases").glob("*.cmd")) if not names or case.stem in names]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(lambda case: judge(allways, case, update), cases) if text]
    print("".join(findings), end="")
    print(f"{len(cases)} cases, {len(findings)} failed")
    return 1 if findings or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
