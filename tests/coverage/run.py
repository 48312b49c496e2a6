#!/usr/bin/env python3
"""--coverage: what runs come to, against gcov of the native program and against answers that are known.

usage: run.py ALLWAYS [FIRST COUNT]

Programs here: sequence.c has one run; the lines that gcov has counted are those that are reached, as far as both know the line. The others have
their answers below, by what stands in the line. FIRST COUNT: drawn programs with threads (tests/programs), run natively: no line that a
native run has come to is called unreachable.
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "programs")]
import child

VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}
KNOWN = {  # program: verdict, lines by value (every other line is reached; None: either), arms that are not reached
    "threads.c": ("safe", {"late = 3;": "unreachable"}, 3),  # two of these: threads can always be created
    "inputs.c": ("safe", {}, 1),
    "assume.ivl": ("safe", {"y = 1;": "unreachable"}, 0),
    "fails.c": ("unsafe", {}, 0),
    "sequence.c": ("safe", {"int twice": "unreachable", "return twice": "unreachable", "}": None, "sum = never": "unreachable", "abort": "unreachable",
                            "static int never": "unreachable"}, 3),
}


def covered(allways, source, flags=()):
    """verdict, {line: value}, [arms], the text in the form of lcov"""
    words = ["--", "-w", *flags] if source.suffix == ".c" else []
    with tempfile.TemporaryDirectory() as folder:
        info = pathlib.Path(folder) / "x.info"
        run = child.run([allways, "verify", "--coverage", "--json", f"--report={info}", str(source), *words])
        if run.returncode not in VERDICTS:
            raise SystemExit(f"{source}: status {run.returncode} {run.stderr}")
        answer = json.loads(run.stdout)
        mine = [c for c in answer["coverage"] if pathlib.Path(c["place"]["file"]).name == source.name]
        return answer["verdict"], {c["place"]["line"]: c for c in mine if c["kind"] == "line"}, [c for c in mine if c["kind"] == "branch"], info.read_text()


def gcov(source, flags=(), runs=1):
    """{line: how often}, of native runs"""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(["gcc", "-O0", "--coverage", "-pthread", "-w", *flags, str(source), "-o", "program"], cwd=folder, capture_output=True, text=True)
        if made.returncode:
            raise SystemExit(made.stderr)
        for _ in range(runs):
            child.run([str(pathlib.Path(folder) / "program")], cwd=folder, cpu=20)
        notes = next(pathlib.Path(folder).glob("*.gcno"))
        told = subprocess.run(["gcov", "--json-format", "--stdout", notes.name], cwd=folder, capture_output=True)
        text = told.stdout if told.stdout[:1] == b"{" else gzip.decompress(told.stdout)
        counts = {}
        for file in json.loads(text)["files"]:
            if pathlib.Path(file["file"]).name != source.name:
                continue
            for line in file["lines"]:
                counts[line["line_number"]] = max(counts.get(line["line_number"], 0), line["count"])
        return counts


def lcov_lines(text):
    lines = {}
    for row in text.splitlines():
        if row.startswith("DA:"):
            number, count = row[3:].split(",")
            lines[int(number)] = int(count)
    return lines


def look_at_known(allways, complain):
    for name, (verdict, special, arms_left) in KNOWN.items():
        source = HERE / name
        got, lines, arms, info = covered(allways, source)
        texts = source.read_text().splitlines()
        if got != verdict:
            complain(f"{name}: {got}, not {verdict}")
        for number, line in lines.items():
            wanted = next((v for part, v in special.items() if part in texts[number - 1]), "reached")
            if wanted and line["value"] != wanted:
                complain(f"{name}:{number}: {line['value']}, not {wanted}")
            if (line["count"] > 0) != (line["value"] == "reached"):
                complain(f"{name}:{number}: {line['value']}, {line['count']} times")
        left = sum(arm["value"] != "reached" for arm in arms)
        if left != arms_left:
            complain(f"{name}: {left} arms are not reached, not {arms_left}: {[a['place']['line'] for a in arms if a['value'] != 'reached']}")
        if {n: c["count"] for n, c in lines.items()} != lcov_lines(info):
            complain(f"{name}: the form of lcov differs")


def look_at_sequence(allways, complain):
    source = HERE / "sequence.c"
    native, (_, lines, _, _) = gcov(source), covered(allways, source)
    both = native.keys() & lines.keys()
    if len(both) < 15:
        complain(f"sequence.c: only {len(both)} lines are known to both")
    for number in sorted(both):
        if (native[number] > 0) != (lines[number]["value"] == "reached"):
            complain(f"sequence.c:{number}: {native[number]} times natively, {lines[number]['value']}")


def look_at_drawn(allways, first, count, complain):
    import generate
    reached = open_ones = 0
    for seed in range(first, first + count):
        program = generate.Program(seed, True)
        if program.cxx:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / f"program{seed}.c"
            source.write_text(program.text)
            native = gcov(source, ["-DNATIVE", "-std=gnu17"], runs=4)
            _, lines, _, _ = covered(allways, source, ["-std=gnu17"])
        for number in native.keys() & lines.keys():
            if not native[number]:
                continue
            reached += lines[number]["value"] == "reached"
            open_ones += lines[number]["value"] != "reached"
            if lines[number]["value"] == "unreachable":
                complain(f"seed {seed}, line {number}: a native run comes there")
    print(f"{reached} lines of native runs are reached, {open_ones} are not shown")
    if reached < 10 * open_ones:
        complain("too many lines are not shown")


def main():
    complaints = []
    if len(sys.argv) > 3:
        look_at_drawn(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), complaints.append)
    else:
        look_at_known(sys.argv[1], complaints.append)
        look_at_sequence(sys.argv[1], complaints.append)
    print("\n".join(complaints) or "as known")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
