#!/usr/bin/env python3
"""Verifies every program here with every engine of the foundation and compares with what its first lines announce.

    // expect: safe | unsafe KIND
    // cyclic: yes | no             yes: stateless search cannot close the cycle and must say so
    // input-range: LO..HI          what naive needs to enumerate the inputs
    // property: LIST               what is checked; without it the defaults

usage: run.py ALLWAYS FOLDER [--jobs N] [--only FILE]

Each program also goes through its printed IR: printing, reading and printing again is a fixed point, and the verdict is
the same. Counterexamples to properties that are not checked by default are saved and replayed.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEADER = re.compile(r"^// (expect|cyclic|input-range|property): (.*)$")
VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}
CYCLE_DEPTH = 10  # deep enough to leave the first delta cycles, shallow enough to be quick


def header(path):
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines()[:6]:
        match = HEADER.match(line)
        if match:
            found[match.group(1)] = match.group(2).strip()
    return found


def run(allways, *args):
    return child.run([allways, *args], cpu=300)


def verify(allways, path, want, kind, *options):
    """Complaints about one run."""
    result = run(allways, "verify", "--json", *options, str(path))
    what = " ".join(options)
    got = VERDICTS.get(result.returncode, f"status {result.returncode}")
    if got != want:
        return [f"{what}: {got}, expected {want}\n{result.stdout[:800]}{result.stderr[:800]}"]
    answer = json.loads(result.stdout)
    if answer["verdict"] != got:
        return [f"{what}: the verdict in JSON is {answer['verdict']}, the status says {got}"]
    if kind and answer["violation"]["kind"] != kind:
        return [f"{what}: violation {answer['violation']['kind']}, expected {kind}"]
    if want == "unknown" and not ("cycle" in answer["reason"] and answer["limits"]):
        return [f"{what}: the reason names no cycle or no limit: {answer['reason']}"]
    return []


def round_trip(allways, path, want, options, folder):
    first = run(allways, "ir", str(path))
    if first.returncode != 0:
        return [f"ir: status {first.returncode}\n{first.stderr[:800]}"]
    printed = pathlib.Path(folder) / (path.stem + ".air")
    printed.write_text(first.stdout, encoding="utf-8")
    again = run(allways, "ir", str(printed))
    if again.stdout != first.stdout:
        return [f"ir: printing what was read back differs\n{again.stderr[:800]}"]
    if any(option.startswith("--property") for option in options):
        return []  # may ask for what the front end must know beforehand
    return verify(allways, printed, want, None, "--engine=naive", *options)


def replay(allways, path, options, folder):
    trace = pathlib.Path(folder) / (path.stem + ".trace")
    run(allways, "verify", "--quiet", f"--report={trace}", *options, str(path))
    again = run(allways, "replay", str(trace))
    if again.returncode != 1:
        return [f"replay: status {again.returncode}\n{again.stdout[:800]}{again.stderr[:800]}"]
    return []


def check(allways, path, folder):
    head = header(path)
    if not {"expect", "cyclic"} <= head.keys():
        return ["no `// expect:` or `// cyclic:` line"]
    want, _, kind = head["expect"].partition(" ")
    enumerate_inputs = [f"--input-range={head['input-range']}"] if "input-range" in head else []
    properties = [f"--property={head['property']}"] if "property" in head else []
    complaints = verify(allways, path, want, kind, "--engine=naive", *enumerate_inputs, *properties)
    stateless = ["--engine=stateless", "--por=none", *properties]
    if head["cyclic"] == "yes" and want == "safe":
        complaints += verify(allways, path, "unknown", "", *stateless, f"--max-depth={CYCLE_DEPTH}")
    else:
        complaints += verify(allways, path, want, kind, *stateless)
    if properties:
        complaints += verify(allways, path, want, kind, "--engine=stateful", *properties)
        complaints += replay(allways, path, properties, folder) if want == "unsafe" else []
    return complaints + round_trip(allways, path, want, enumerate_inputs + properties, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("allways")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only")
    args = parser.parse_args()
    programs = sorted(p for p in args.folder.rglob("*.ivl") if args.only in (None, p.name))
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, complaints in zip(programs, pool.map(lambda p: check(args.allways, p, folder), programs)):
            failed += bool(complaints)
            for complaint in complaints:
                print(f"{path.relative_to(args.folder)}: {complaint}")
    print(f"{len(programs)} programs, {failed} failures")
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
