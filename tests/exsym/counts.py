#!/usr/bin/env python3
"""Engine exsym: the counts of the document's examples E8 to E16 (symcpp-explicit-symbolic.md 6.2) and the grades of its modes.

A state is counted when it is stored. The one before the elaboration is not; that between the elaboration and the first
statement of a thread is, without --ssr.

usage: counts.py ALLWAYS
"""
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent
CMIN = HERE.parent / "cmin" / "programs"
allways = sys.argv[1]
failed = 0


def run(path, *options):
    engine = [] if any(o.startswith("--engine") for o in options) else ["--engine=exsym"]
    out = child.run([allways, "verify", *engine, "--json", *options, str(path)], cpu=200)
    if out.returncode not in (0, 1, 2):
        return {"verdict": f"status {out.returncode}: {out.stderr.strip()[-300:]}", "counters": {}}
    return json.loads(out.stdout)


def check(what, path, options, verdict, grade=None, **counters):
    global failed
    r = run(path, *options)
    found = {k: r["counters"].get(k) for k in counters}
    wrong = r["verdict"] != verdict or (grade and r.get("grade") != grade)
    wrong = wrong or any(not (v(found[k]) if callable(v) else found[k] == v) for k, v in counters.items())
    if wrong:
        failed += 1
        wanted = {k: "a condition" if callable(v) else v for k, v in counters.items()}
        print(f"{what} {' '.join(options)}: {r['verdict']} {r.get('grade')} {found}, expected {verdict} {grade or ''} {wanted}")
    return r


def changed(folder, path, **numbers):
    """A copy of the program with other limits of its loops: name=value for `name < ...`."""
    text = path.read_text()
    for name, value in numbers.items():
        text = re.sub(rf"\b{name} < \d+", f"{name} < {value}", text)
    made = pathlib.Path(folder) / f"{path.stem}_{'_'.join(map(str, numbers.values()))}{path.suffix}"
    made.write_text(text)
    return made


def symmetry(folder):
    """Stored states at the end of each branch, those that chains lead to: 2 without placement by type, 1 with it."""
    chains = ["--ssr=counter"]
    for heap, a, b, c in ("site", 3, 31, 3), ("type", 2, 5, 3), ("exact", 2, 5, 2):
        o = [f"--heap={heap}"]
        # the choice, and the ends
        check("E8a", CMIN / "e8a_symmetry.cmin", o + chains, "safe", "proved", states=a)
        check("E8c", CMIN / "e8c_miss.cmin", o + chains, "safe", "proved", states=c)
        # choices: 2^0 + 2^1 + 2^2 + 2^3, or one in each of four rounds, and the ends: 2^4 or 1
        check("E8b", CMIN / "e8b_lists.cmin", o + chains, "safe", "proved", states=b)
    check("E8b", changed(folder, CMIN / "e8b_lists.cmin", i=100), ["--heap=type"] + chains, "safe", "proved", states=101)
    check("E8b", changed(folder, CMIN / "e8b_lists.cmin", i=100), chains + ["--max-states=2000"], "unknown", states=2000)


def other_languages():
    """The same reductions on C and IVL programs; names by type also for the engine stateful."""
    lists = HERE / "programs" / "lists.c"
    for engine in "exsym", "stateful":
        for heap, n in ("site", 191), ("type", 8), ("exact", 8):
            check("lists", lists, [f"--engine={engine}", f"--heap={heap}"], "safe", "proved", states=n)
    signal = HERE.parent.parent / "examples" / "signal.ivl"
    for o, n in ([], 6908), (["--ssr=counter"], 2047):
        check("signal", signal, ["--states=explicit"] + o, "safe", "proved", states=n)


def guided(folder):
    """E9: 2^(N+1)-1 states by breadth-first search, 2N+1 by weighted A*."""
    for n in 5, 10, 1000:
        path = changed(folder, HERE / "programs" / "e9.cmin", x=n)
        common = ["--states=explicit", "--ssr=counter", f"--goal=EF x = {n} and z = 0"]
        if n < 1000:
            check("E9", path, common, "unsafe", states=2 ** (n + 1) - 1, generated=2 ** (n + 1) - 1)
            check("E9", path, common + ["--store=compact64"], "unsafe", states=2 ** (n + 1) - 1)
        file = pathlib.Path(folder) / "e9.preds"
        file.write_text(f"x = 0\nx > 0\nx < {n}\nx = {n}\nz = 0\n")
        check("E9", path, common + ["--search=wastar", f"--predicates={file}"], "unsafe", states=2 * n + 1, generated=2 * n + 1)


def slots():
    """The memory configuration is found: the abstraction does not reach the goal then, where names by type tell objects apart."""
    path, goal = HERE / "programs" / "slots.cmin", "--goal=EF bad = 1"
    check("slots", path, [goal, "--search=wastar"], "safe", "proved", states=0, refinements=2, abstract_states=4)
    check("slots", path, [goal, "--search=wastar", "--heap=site"], "safe", "proved", states=6)
    check("slots", path, [goal, "--search=wastar", "--predicates=goal"], "safe", "proved", states=6)
    for o in [], ["--prune-infinite"]:  # the second object of a type is one of a slot as well
        check("null", HERE / "programs" / "null.cmin", ["--search=wastar"] + o, "unsafe")
    for predicates in "auto", "goal":
        o = ["--search=wastar", "--prune-infinite", f"--predicates={predicates}"]
        check("freed", HERE / "programs" / "freed.cmin", o, "unsafe")


def reopening():
    """A chain of three rounds, or one step over it: depth-first search meets the end too deep first."""
    path, depth = HERE / "programs" / "reopen.cmin", "--max-depth=9"
    o = ["--states=explicit", "--search=dfs", depth]
    check("reopen", path, ["--states=explicit", depth, "--goal=EF x = 9"], "unsafe")
    check("reopen", path, o + ["--goal=EF x = 9"], "unknown")
    check("reopen", path, o + ["--reopen", "--goal=EF x = 9"], "unsafe")
    check("reopen", path, o + ["--reopen", "--goal=EF x = 10"], "safe", "proved")


def storage():
    """E10: bytes per state grow with the array for whole states only."""
    path = HERE / "programs" / "e10.ivl"
    sizes = {}
    for store in "full", "diff", "compact32", "compact64":
        grade = "proved" if store in ("full", "diff") else "heuristic"
        r = check("E10", path, ["--states=explicit", f"--store={store}"], "safe", grade, states=2003)
        sizes[store] = r["counters"]["stored_bytes"] / max(1, r["counters"]["states"])
    global failed
    if sizes["compact32"] > 26 or sizes["compact64"] > 32 or sizes["full"] < 4 * sizes["compact64"]:
        failed += 1
        print("E10: bytes per state", sizes)


def chains():
    # E11: without the first state of the thread and three states of each of the two branches
    check("E11", CMIN / "e11_straight_line.cmin", ["--states=explicit"], "safe", "proved", states=14)
    for ssr in "backjump", "counter":
        check("E11", CMIN / "e11_straight_line.cmin", ["--states=explicit", f"--ssr={ssr}"], "safe", "proved", states=7)
    # E12: it ends
    for o in ["--ssr=backjump"], ["--ssr=counter", "--maxtrans=1000"]:
        check("E12", CMIN / "e12_endless.cmin", ["--states=explicit"] + o, "safe", "proved", states=3)
    # E13: 2N, N, 1 (and the two states before the first statement and at the end)
    for o, n in ([], 2002), (["--ssr=backjump"], 1001), (["--ssr=counter", "--maxtrans=2001"], 1):
        check("E13", CMIN / "e13_counted_loop.cmin", ["--states=explicit"] + o, "safe", "proved", states=n)


def fixed_table():
    """A table of signatures of fixed size ends the search when it is full (3.4)."""
    path = HERE.parent.parent / "examples" / "signal.ivl"
    for n, verdict, states in (1000, "unknown", 1000), (10000, "safe", 6908):
        check("table", path, ["--states=explicit", "--store=compact64", f"--table={n}"], verdict, states=states)


def forced():
    """What the path condition leaves one value is that value, in every store."""
    for store in "full", "diff", "compact64":
        for visited in "exact", "approx":
            check("forced", HERE / "programs" / "forced.cmin", [f"--store={store}", f"--visited={visited}"], "safe", states=5, matches=1)


def symbolic():
    few = lambda n: n <= 30
    check("E14", CMIN / "e14_min.cmin", ["--goal=EF error = 1"], "safe", "proved", states=few)
    check("E14", CMIN / "e14_wrong_min.cmin", [], "unsafe", states=few)
    check("E14", CMIN / "e14_min.cmin", ["--states=explicit", "--input-limit=16"], "unknown")
    for side in "above", "below":
        check("E15", CMIN / "e15_state.cmin", [f"--goal=EF {side} = 1"], "unsafe")
    # Covered by two stored states together, and by neither alone
    path = HERE / "programs" / "union.cmin"
    for visited, n in ("exact", 24), ("union", 23):
        check("F40", path, ["--goal=EF y = 2", f"--visited={visited}"], "safe", "proved", states=n)
        check("F40", path, ["--goal=EF y = 1", f"--visited={visited}"], "unsafe")
    # E16: the second and third state are in the first, the fourth is not, but counts as seen approximately
    path, goal = HERE / "programs" / "e16.cmin", "--goal=EF y = 1"
    check("E16", path, [goal], "unsafe", matches=2)
    for store in "full", "diff", "compact64":
        for visited in "approx", "shape":
            o = [goal, f"--visited={visited}", f"--store={store}", "--audit-duplicates"]
            check("E16", path, o, "safe", "heuristic", matches=3, audited=3, false_duplicates=1)


with tempfile.TemporaryDirectory() as folder:
    symmetry(folder)
    guided(folder)
other_languages()
slots()
reopening()
storage()
chains()
fixed_table()
forced()
symbolic()
print(f"{failed} wrong")
sys.exit(failed != 0)
