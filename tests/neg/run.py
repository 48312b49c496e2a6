#!/usr/bin/env python3
"""Every diagnostic of the IVL front end has a program here whose first lines say what must be reported where:

    // expect: IVL_UNKNOWN_NAME 6:3

usage: run.py ALLWAYS SOURCE_DIR

Each program must be refused with status 65 and with exactly the diagnostics it announces, no fewer and no more: what
one mistake causes elsewhere must not be reported.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

BAD_INPUT = 65
ENTRY = re.compile(r'^DIAG\((IVL_\w+), "((?:[^"\\]|\\.)*)", "', re.M)
EXPECT = re.compile(r"^// expect: (\w+) (\d+):(\d+)$", re.M)


def message_patterns(table):
    """The messages of config/diag.def as regular expressions."""
    patterns = {}
    for name, text in ENTRY.findall(table):
        text = text.replace("\\\\", "\\").replace('\\"', '"')
        parts = re.split(r"%[sdu]", text)
        patterns[name] = ".*".join(re.escape(p) for p in parts)
    return patterns


def check(allways, path, patterns):
    """A list of complaints, and the diagnostics that the program announces."""
    text = path.read_text(encoding="utf-8")
    expected = EXPECT.findall(text)
    run = child.run([allways, "verify", str(path)], cpu=60)
    errors = [line for line in run.stderr.splitlines() if ": error: " in line]
    complaints = []
    if not expected:
        complaints.append("no `// expect:` line")
    if run.returncode != BAD_INPUT:
        complaints.append(f"status {run.returncode}, not {BAD_INPUT}")
    for name, line, col in expected:
        if name not in patterns:
            complaints.append(f"{name} is not in config/diag.def")
            continue
        pattern = re.compile(re.escape(f"{path}:{line}:{col}: error: ") + patterns[name] + "$")
        if not any(pattern.match(e) for e in errors):
            complaints.append(f"{name} at {line}:{col} is not reported")
    if len(errors) != len(expected):
        complaints.append(f"{len(errors)} errors, {len(expected)} expected")
    if complaints:
        complaints += ["reported: " + e for e in errors] + run.stderr.splitlines()[-5:]
    return complaints, {e[0] for e in expected}


def main():
    allways, source = sys.argv[1], pathlib.Path(sys.argv[2])
    patterns = message_patterns((source / "src/config/diag.def").read_text(encoding="utf-8"))
    covered, failed = set(), 0
    programs = sorted((source / "tests/neg").glob("*.ivl"))
    for path in programs:
        complaints, names = check(allways, path, patterns)
        covered |= names
        for complaint in complaints:
            print(f"{path.name}: {complaint}")
        failed += bool(complaints)
    for name in sorted(set(patterns) - covered):
        print(f"{name}: no program in tests/neg shows it")
        failed += 1
    print(f"{len(programs)} programs, {len(patterns)} diagnostics, {failed} failures")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
