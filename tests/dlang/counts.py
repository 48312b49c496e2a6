#!/usr/bin/env python3
"""Counts of executions and traces of the LazyPOR document: the small listings and the scalable programs, by every search
that it describes. Published or reproduced figures; each must come out exactly.

usage: counts.py ALLWAYS
"""
import pathlib
import sys
import tempfile

import programs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench" / "dlang"
FG, ANY, FULL = ["--engine=dpor", "--dpor=fg"], ["--engine=dpor", "--dpor=fg", "--dpor-dep=any"], ["--engine=dpor", "--dpor=full"]
SOURCE, OPTIMAL = ["--engine=dpor", "--dpor=source"], ["--engine=dpor"]
# As the document has it: all sets of pairs are reversed, solvable or not; as much as possible is settled.
DOC = ["--engine=lazy", "--lazy-vary=all", "--lazy-cut=longest"]
PLAIN, STATE = DOC + ["--lazy=plain"], DOC + ["--lazy=state"]
MEMO, STATE_KEY = DOC + ["--lazy-memo=call"], DOC + ["--lazy-memo=state"]
ROUND_ROBIN, HIGHEST = ["--lazy-next=round-robin"], ["--lazy-next=highest"]
LAZY = ["--engine=lazy"]
DIVERGES = None


def listing(name):
    return (BENCH / f"listing_{name}.dl").read_text(encoding="utf-8")


def rows():
    """(name, text, more options, [(options, executions or None, traces or None)])"""
    small = [
        ("1_2", 3, 4, (5, 3), (2, 2), (5, 3)),
        ("4_1", 4, 5, (4, 4), (4, 4), (4, 4)),
        ("4_2", 3, 4, DIVERGES, (7, 3), (11, 3)),
        ("4_3", 3, 3, (3, 3), (3, 3), (3, 3)),
    ]
    for name, traces, fg, plain, state, memo in small:
        yield f"listing {name}", listing(name), [], [(FULL, None, traces), (FG, fg, traces), (PLAIN, plain), (STATE, *state), (MEMO, *memo),
                                                     (LAZY, None, traces), (SOURCE, None, traces), (OPTIMAL, None, traces)]
    yield "listing 1.1", listing("1_1"), [], [(FULL, 24, 1), (FG, 1, 1), (LAZY, 1, 1)]
    yield "listing 1.2, other continuations", listing("1_2"), [], [(STATE + ROUND_ROBIN, None, 2), (STATE + HIGHEST, None, 3)]
    for readers, rw, any_ in [(1, 3, 3), (2, 19, 26), (3, 271, 493), (4, 7365, 16559)]:
        n = 2**readers
        yield f"readers-writers, {readers} readers", programs.readers_writers(readers), [], [
            (FG, rw, n), (ANY, any_, n), (PLAIN, (n, n)), (LAZY, n, n), (OPTIMAL, n, n)]
    attempts = ["--indexer=attempts"]
    yield "indexer, 11 threads", programs.indexer(11), attempts, [(PLAIN, (1, 1)), (FG, 1, 1)]
    yield "indexer, 12 threads", programs.indexer(12), attempts, [
        (FG, 23, 8), (ANY, 23, 8), (PLAIN, (30, 8)), (STATE, 13, 8), (MEMO, 13, 8), (LAZY, None, 8), (OPTIMAL, 8, 8)]
    yield "indexer, 13 threads", programs.indexer(13), attempts, [
        (FG, 529, 64), (PLAIN, DIVERGES), (STATE, 315, 61), (LAZY, None, 64), (OPTIMAL, 64, 64)]
    for threads, state, memo in [(3, (2, 2), (2, 2)), (4, (4, 4), (4, 4)), (5, (33, 8), (86, 8)), (6, (112, 16), None), (7, (312, 32), None)]:
        n = 2 ** (threads - 2)
        checks = [(FG, n, n), (ANY, n, n), (STATE, *state), (LAZY, None, n), (OPTIMAL, n, n)]
        checks.append((PLAIN, (n, n) if threads < 5 else DIVERGES))
        if memo:
            checks.append((MEMO, *memo))
        if threads == 6:
            checks.append((STATE_KEY, 488, 16))
        yield f"indexer-small, {threads} threads", programs.indexer_small(threads), attempts, checks
    yield "branching, 1 thread", programs.branching(1), [], [(FG, 1, 1), (ANY, 1, 1), (PLAIN, (1, 1)), (STATE, 1, 1)]
    yield "branching, 2 threads", programs.branching(2), [], [
        (FULL, None, 11), (FG, 23, 11), (ANY, 23, 11), (PLAIN, DIVERGES), (STATE, 23, 4), (STATE + ROUND_ROBIN, 34, 11),
        (STATE + HIGHEST, 34, 8), (MEMO, 234, 11), (LAZY, None, 11), (OPTIMAL, 11, 11)]
    yield "branching, 3 threads", programs.branching(3), [], [
        (FG, 299, 28), (ANY, 299, 28), (PLAIN, DIVERGES), (STATE, 769, 27), (STATE + ROUND_ROBIN, None, 26), (STATE + HIGHEST, None, 23),
        (MEMO + ROUND_ROBIN, 11338, 28), (LAZY, None, 28), (OPTIMAL, 28, 28)]
    yield "indexer, 12 threads, whole", programs.indexer(12), [], [(FG, 14, 8), (ANY, 14, 8), (PLAIN, (8, 8)), (LAZY, 8, 8)]
    yield "indexer, 13 threads, whole", programs.indexer(13), [], [(ANY, 196, 64), (PLAIN, (64, 64)), (LAZY, 64, 64)]
    for threads in range(3, 8):
        n = 2 ** (threads - 2)
        yield f"indexer-small, {threads} threads, whole", programs.indexer_small(threads), [], [
            (PLAIN, (n, n)), (LAZY, n, n)] + ([(FG, n, n), (ANY, n, n)] if threads < 6 else [])


def run(allways, path, options):
    command = [allways, "verify", str(path), "--stats", "--quiet", "--count-traces", *options]
    done = child.run(command, cpu=60)
    words = [line.split() for line in done.stdout.splitlines()]
    found = {w[0]: int(w[1]) for w in words if len(w) == 2 and w[1].isdigit()}
    return done.returncode, found.get("executions", 0), found.get("traces", 0)


def loses(options):
    return "--lazy=state" in options or "--lazy-memo=state" in options


def check(allways, path, name, options, executions=None, traces=None):
    """Says what is wrong, or None."""
    if options[:4] == PLAIN:
        diverges = executions is DIVERGES
        executions, traces = (None, None) if diverges else executions
        if diverges:
            status, e, _ = run(allways, path, options + ["--max-transitions=3000"])
            return None if status == 2 and e > 100 else f"{name}: {' '.join(options)} ends with {e} executions"
    status, e, t = run(allways, path, options)
    want = 2 if loses(options) else 0
    if status == want and executions in (None, e) and traces in (None, t):
        return None
    return f"{name}: {' '.join(options)}: {e}/{t}, exit {status}; expected {executions}/{traces}, exit {want}"


def main():
    allways = sys.argv[1]
    wrong, n = [], 0
    for name, text in programs.INSTANCES.items():
        if (BENCH / f"{name}.dl").read_text(encoding="utf-8") != text:
            wrong.append(f"bench/dlang/{name}.dl is not what programs.py makes")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.dl"
        for name, text, more, checks in rows():
            path.write_text(text, encoding="utf-8")
            for options, *expected in checks:
                n += 1
                problem = check(allways, path, name, options + more, *expected)
                if problem:
                    wrong.append(problem)
    print("\n".join(wrong + [f"{n} counts, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
