#!/usr/bin/env python3
"""Guided search: the table of E9 (generated states, guided against breadth-first), its negative variant, the grid of E20, goals that
the abstraction proves unreachable, pools of objects, what is printed about the finite program.

usage: run.py ALLWAYS
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

E9 = """int x = 0;
int y = 0;
int z = 0;
thread(1) {{
  A: await(x < {n}, [x := x + 1, y := 2 * y + 1, z := {z}]);
}}
thread(2) {{
  B: await(x < {n}, [x := x + 1, y := 2 * y]);
}}
"""
# One way leads to each cell of the grid from its left and from its upper neighbour.
E20 = """int x = 0;
int y = 0;
int hidden = 0;
thread(1) {{
  A: await(x < {n}, x := x + 1);
}}
thread(2) {{
  B: await(y < {n}, [y := y + 1, hidden := 2 * hidden]);
}}
"""
# Two places from which the abstraction, which does not know that `hidden` stays 0, sees a step to the goal that there is not.
SPURIOUS = """thread(3) {{
  C: await(x >= {a} and x < {a} + 4 and y < 4 and hidden = 1, [x := {n}, y := {n}]);
}}
thread(4) {{
  D: await(y >= {a} and y < {a} + 4 and x < 4 and hidden = 1, [x := {n}, y := {n}]);
}}
"""
POOL = """struct S { int x; }
S* p = 0;
int a = 0;
int done = 0;
thread(1) {
  L1: new(p);
  L2: p->x := 1;
  L3: a := p->x;
  L4: done := 1;
  L5: jump(true, L5, L5);
}
"""

# Behind the last member there is padding.
PADDED = """struct N { int v; N* n; bool x; }
N* p = 0;
bool f = false;
int done = 0;
thread(1) {
  L1: new(p);
  L2: f := isfree(p->v);
  L3: done := 1;
  L4: jump(true, L4, _);
}
"""

failures = 0


def check(name, got, wanted):
    global failures
    if got == wanted:
        return
    failures += 1
    print(f"{name}: {got} instead of {wanted}")


def ask(allways, *words):
    done = child.run([allways, "verify", "--json", "--engine=exsym", "--ssr=counter", *map(str, words)], cpu=300)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    r = json.loads(done.stdout)
    return r["verdict"], r.get("grade"), r["counters"], r.get("notes", [])


def e9(allways, folder):
    for n, guided, blind in ((5, 11, 63), (10, 21, 2047), (15, 31, 65535), (1000, 2001, None)):
        file, preds = folder / f"e9_{n}.cmin", folder / f"e9_{n}.preds"
        file.write_text(E9.format(n=n, z="x + 1"))
        preds.write_text(f"x = 0\nx > 0\nx < {n}\nx = {n}\nz = 0\n")
        goal = [file, f"--goal=EF x = {n} and z = 0"]
        verdict, _, c, _ = ask(allways, *goal, "--search=wastar", f"--predicates={preds}")
        check(f"E9 {n} guided", (verdict, c["generated"], c["abstract_states"]), ("unsafe", guided, 9))
        verdict, _, c, _ = ask(allways, *goal, "--search=wastar", f"--predicates={preds}", "--drop-inconsistent", "--abstraction=cubes")
        check(f"E9 {n} without contradictions", (verdict, c["generated"], c["abstract_states"]), ("unsafe", guided, 7))
        verdict, _, c, _ = ask(allways, *goal, "--search=wastar")
        check(f"E9 {n} without a file", (verdict, c["generated"]), ("unsafe", guided))
        verdict, _, c, _ = ask(allways, *goal, "--search=best", f"--predicates={preds}", "--prune-infinite")
        check(f"E9 {n} best first", (verdict, c["generated"]), ("unsafe", guided))
        if blind and n < 12:
            verdict, _, c, _ = ask(allways, *goal, "--search=bfs")
            check(f"E9 {n} breadth-first", (verdict, c["generated"]), ("unsafe", blind))
    # z is added up: that it differs from 0 is not kept, and the guidance is lost.
    file, preds = folder / "e9_sum.cmin", folder / "e9_sum.preds"
    file.write_text(E9.format(n=10, z="z + 2 * y + 1"))
    preds.write_text("x = 0\nx = 10\nz = 0\n")
    verdict, _, c, _ = ask(allways, file, "--goal=EF x = 10 and z = 0", "--search=wastar", f"--predicates={preds}")
    check("E9 negative", (verdict, c["generated"] > 21), ("unsafe", True))


def e20(allways, folder):
    n = 24
    file, preds = folder / "e20.cmin", folder / "e20.preds"
    file.write_text(E20.format(n=n))
    # Stripes of the grid, so that the distance falls on the way.
    preds.write_text("".join(f"{v} < {k}\n" for v in "xy" for k in range(4, n, 4)) + f"x < {n}\ny < {n}\n")
    goal = [file, f"--goal=EF x = {n} and y = {n}"]
    verdict, _, blind, _ = ask(allways, *goal, "--search=bfs")
    # From the border on there is no choice: the first states beside it lead to the corner, when half of the grid is known.
    check("E20 breadth-first", (verdict, blind["states"] >= n * n // 2), ("unsafe", True))
    verdict, _, guided, _ = ask(allways, *goal, "--search=wastar", f"--predicates={preds}")
    check("E20 guided", (verdict, guided["generated"] * 5 <= blind["generated"]), ("unsafe", True))
    # Spurious goals draw the search into their corners, which it searches first; it still arrives before half of the grid is known.
    # The predicate `hidden = 1` takes them out of the abstraction.
    file.write_text((E20 + SPURIOUS).format(n=n, a=12))
    verdict, _, drawn, _ = ask(allways, *goal, "--search=wastar", f"--predicates={preds}")
    check("E20 spurious", (verdict, guided["generated"] < drawn["generated"] < blind["generated"]), ("unsafe", True))
    preds.write_text(preds.read_text() + "hidden = 1\n")
    verdict, _, told, _ = ask(allways, *goal, "--search=wastar", f"--predicates={preds}")
    check("E20 without spurious goals", (verdict, told["generated"]), ("unsafe", guided["generated"]))


def unreachable(allways, folder):
    file, preds = folder / "u.cmin", folder / "u.preds"
    file.write_text(E9.format(n=7, z="1"))
    preds.write_text("x < 8\nx < 7\n")
    verdict, grade, c, notes = ask(allways, file, "--goal=EF x > 7", "--search=wastar", f"--predicates={preds}")
    check("unreachable", (verdict, grade, c["generated"], any("abstraction" in n for n in notes)), ("safe", "proved", 0, True))
    verdict, grade, _, _ = ask(allways, file, "--goal=EF z > 1", "--search=wastar")
    check("unreachable without a file", (verdict, grade), ("safe", "proved"))


def pools(allways, folder):
    file, config = folder / "pool.cmin", folder / "pool.mem"
    file.write_text(POOL)
    config.write_text("S 1\n")
    for extra in ([], [f"--memory-config={config}"]):
        verdict, _, _, _ = ask(allways, file, "--goal=EF a = 1 and done = 1", "--search=wastar", "--heap=type", "--prune-infinite", *extra)
        check(f"pool {extra}", verdict, "unsafe")
    verdict, grade, _, _ = ask(allways, file, "--goal=EF a = 2 and done = 1", "--search=wastar", "--heap=type", f"--memory-config={config}")
    check("pool unreachable", (verdict, grade), ("safe", "proved"))
    padded = folder / "padded.cmin"
    padded.write_text(PADDED)
    config.write_text("N 1\n")
    for goal, wanted in ("EF done = 1 and not f", "unsafe"), ("EF done = 1 and f", "safe"):
        verdict, _, c, _ = ask(allways, padded, f"--goal={goal}", "--search=wastar", "--prune-infinite", f"--memory-config={config}")
        check(f"padded {goal}", (verdict, c["abstract_missing"]), (wanted, 0))
    config.write_text("S 1\n")
    text = subprocess.run([allways, "ir", "--cfin", f"--memory-config={config}", str(file)], capture_output=True, text=True).stdout
    check("cfin", "4 S.x[1]: int, free" in text and "5 top" in text, True)
    text = subprocess.run([allways, "ir", "--candidates", "--goal=EF a = 1 and done = 1", str(file)], capture_output=True, text=True).stdout
    check("candidates", "(a = 1)" in text and "(done = 1)" in text, True)


def tables(allways, folder):
    """Distances are written once and read again; a file of another goal is neither used nor overwritten."""
    file, table = folder / "e9_10.cmin", folder / "e9.distances"
    goal = [file, "--goal=EF x = 10 and z = 0", "--search=wastar", f"--distances={table}"]
    verdict, _, c, _ = ask(allways, *goal)
    text = table.read_text()
    check("distances written", (verdict, c["generated"], c["abstract_queries"] > 0, text.count("\n0") == c["abstract_states"]),
          ("unsafe", 21, True, True))
    verdict, _, c, notes = ask(allways, *goal)
    check("distances read", (verdict, c["generated"], c["abstract_queries"], any("distances are those of" in n for n in notes)),
          ("unsafe", 21, 0, True))
    verdict, _, c, notes = ask(allways, file, "--goal=EF x = 10 and z = 1", "--search=wastar", f"--distances={table}")
    check("distances of another goal", (verdict, c["abstract_queries"] > 0, any("are not used" in n for n in notes), table.read_text()),
          ("unsafe", True, True, text))
    table.write_text("nothing\n")
    verdict, _, c, notes = ask(allways, *goal)
    check("no distances", (verdict, c["generated"], any("no table" in n for n in notes)), ("unsafe", 21, True))
    # Slots are in the head; what a file says proves nothing.
    file, table = folder / "pool.cmin", folder / "pool.distances"
    goal = [file, "--goal=EF a = 2 and done = 1", "--search=wastar", f"--distances={table}", "--prune-infinite"]
    for grade in "proved", "heuristic":
        verdict, got, _, _ = ask(allways, *goal)
        check("distances with slots", (verdict, got, "memory S 1" in table.read_text()), ("safe", grade, True))


def ties(allways, folder):
    """Of equally good states the newest first: deeper ones come sooner."""
    counts = []
    for order in "fifo", "lifo":
        words = [folder / "e9_10.cmin", "--goal=EF x = 10 and z = 0", "--search=wastar", "--predicates=goal", f"--ties={order}"]
        verdict, _, c, _ = ask(allways, *words)
        counts.append(c["generated"])
        check(f"ties {order}", verdict, "unsafe")
    check("ties", counts[1] < counts[0], True)
    verdict, _, c, _ = ask(allways, folder / "e9_10.cmin", "--goal=EF x = 10 and z = 0", "--search=wastar", "--cost=steps")
    check("cost in steps", (verdict, c["generated"]), ("unsafe", 21))


def limit(allways, folder):
    """Without effort for cubes the abstraction knows nothing, and says so."""
    words = [folder / "e9_5.cmin", "--goal=EF x = 5 and z = 0", "--search=wastar", "--abstraction=cubes", "--abstraction-limit=1"]
    verdict, _, c, notes = ask(allways, *words)
    check("limit of cubes", (verdict, c["generated"] > 11, any("limit of cubes" in n for n in notes)), ("unsafe", True, True))


def main():
    allways = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        for part in (e9, e20, unreachable, pools, tables, ties, limit):
            part(allways, pathlib.Path(folder))
    print(f"{failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
