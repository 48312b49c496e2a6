#!/usr/bin/env python3
"""Verifies every program here and compares with what its first lines announce.

    // expect: safe | safe GRADE | unsafe KIND | unknown     (safe: proved)
    // property: LIST               what is checked; without it the defaults
    // options: WORDS               of allways
    // flags: WORDS                 of the compiler
    // engines: WORDS               each must give this answer; without it auto alone
    // outcomes: NAME VERDICT, ...  of each property
    // executions: N                complete runs of the engine dpor
    // assuming: TEXT               is among the assumptions
    // vacuous: KIND LINE, ...      assumptions that no run passes, assertions that none reaches; or none

usage: run.py ALLWAYS FOLDER [--only FILE | --rest] [--engine NAME]... [--every N]

--every N: each program with every N-th of its engines, others for the next program; for builds with sanitizers, which look at the code
and not at the answers.

--rest: what is no program of the folder. Programs in bad/ do not compile: exit status 65, a message, and no verdict.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HEADER = re.compile(r"^// (expect|property|options|flags|engines|outcomes|executions|assuming|vacuous): (.*)$")
VERDICTS = {0: "safe", 1: "unsafe", 2: "unknown"}


def header(path):
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines()[:6]:
        match = HEADER.match(line)
        if match:
            found[match.group(1)] = match.group(2).strip()
    return found


def run(*words):
    return child.run(words, cpu=300)


def command(allways, path, head, *options):
    words = [allways, "verify", "--json", *options]
    if "property" in head:
        words.append("--property=" + head["property"])
    words += head.get("options", "").split() + [str(path)]
    return words + (["--", *head["flags"].split()] if "flags" in head else [])


def judge(allways, path, head, *options):
    """Complaints about one run."""
    want, _, kind = head["expect"].partition(" ")
    result = run(*command(allways, path, head, *options))
    got = VERDICTS.get(result.returncode, f"status {result.returncode}")
    what = f"{path.name} {' '.join(options)}"
    if got != want:
        return [f"{what}: {got}, expected {want}\n{result.stdout[:800]}{result.stderr[:800]}"]
    answer = json.loads(result.stdout)
    outcomes = ", ".join(f"{p['name']} {p['verdict']}" for p in answer["properties"])
    if head.get("outcomes", outcomes) != outcomes:
        return [f"{what}: {outcomes}, expected {head['outcomes']}"]
    if "assuming" in head and head["assuming"] not in answer["assumptions"]:
        return [f"{what}: does not say that it assumes: {head['assuming']}"]
    runs = answer["counters"]["executions"]
    if "--engine=dpor" in options and int(head.get("executions", runs)) != runs:
        return [f"{what}: {runs} executions, expected {head['executions']}"]
    if want == "unsafe" and kind and answer["violation"]["kind"] != kind:
        return [f"{what}: violation {answer['violation']['kind']}, expected {kind}"]
    if want == "safe" and answer["grade"] != (kind or "proved"):
        return [f"{what}: graded {answer['grade']}"]
    vacuous = ", ".join(f"{v['kind']} {v['place']['line']}" for v in answer["vacuous"]) or "none"
    if head.get("vacuous", vacuous) != vacuous:
        return [f"{what}: vacuous {vacuous}, expected {head['vacuous']}"]
    if want == "unknown" and not answer["reason"]:
        return [f"{what}: unknown without a reason"]
    return []


def bad_programs(allways, folder):
    complaints = []
    for path in sorted(folder.iterdir()):
        result = run(allways, str(path))
        if result.returncode != 65 or "error" not in result.stderr or result.stdout:
            complaints.append(f"bad/{path.name}: status {result.returncode}\n{result.stdout}{result.stderr[:400]}")
    return complaints


def several_files(allways):
    """Two sources of one program, a definition on the command line, a property file."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "a.c").write_text("extern int give(void);\nvoid reach_error(void) {}\n"
                                    "int main(void) { if (give() == WANTED) reach_error(); return 0; }\n")
        (folder / "b.c").write_text("int give(void) { return 3; }\n")
        (folder / "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        files = [str(folder / "a.c"), str(folder / "b.c")]
        complaints = []
        for wanted, status in (("3", 1), ("4", 0)):
            result = run(allways, *files, f"--property={folder / 'p.prp'}", "--", f"-DWANTED={wanted}")
            if result.returncode != status:
                complaints.append(f"two files, {wanted}: status {result.returncode}\n{result.stdout}{result.stderr}")
        return complaints


def saved_runs(allways, folder):
    """Counterexamples with addresses among their inputs are replayed from their files."""
    complaints = []
    for program in ("address_as_number.c", "address_reuse_threads.c", "address_bytes_memcmp.c"):
        with tempfile.TemporaryDirectory() as name:
            (pathlib.Path(name) / program).write_text((folder / program).read_text(encoding="utf-8"), encoding="utf-8")
            for words in (["verify", "--report=run.trace", program], ["replay", "run.trace"]):
                result = child.run([pathlib.Path(allways).resolve(), *words], cpu=300, cwd=name)
                if result.returncode != 1:
                    complaints.append(f"{program}, {words[0]}: status {result.returncode}\n{result.stdout[:400]}{result.stderr[:400]}")
    return complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only")
    parser.add_argument("--rest", action="store_true")
    parser.add_argument("--engine", action="append", default=[])
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    complaints, n = [], 0
    for turn, path in enumerate(sorted([*args.folder.glob("*.c"), *args.folder.glob("*.cpp")])):
        if args.rest or args.only not in (None, path.name):
            continue
        head = header(path)
        engines = args.engine or head.get("engines", "auto").split()
        for engine in engines[turn % min(args.every, len(engines))::args.every]:
            complaints += judge(args.allways, path, head, "--engine=" + engine)
            n += 1
    if args.only is None:
        complaints += bad_programs(args.allways, args.folder / "bad") + several_files(args.allways)
        complaints += saved_runs(args.allways, args.folder)
    for complaint in complaints:
        print(complaint)
    print(f"{n} runs, {len(complaints)} complaints")
    return 1 if complaints or (args.only and not n) else 0


if __name__ == "__main__":
    sys.exit(main())
