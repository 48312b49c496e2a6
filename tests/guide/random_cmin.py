#!/usr/bin/env python3
"""Random C_min programs: guided search that drops every state without a way to the goal must find it whenever `naive` does, and
may call it unreachable only if `naive` does.

usage: random_cmin.py ALLWAYS [--seed N] [--count N]
"""
import argparse
import json
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child


def condition(r, names):
    a, b = r.choice(names), r.choice(names + [str(r.randrange(4))])
    text = f"{a} {r.choice(['=', '<>', '<', '<=', '>'])} {b}"
    return text if r.random() < 0.8 else f"not ({text})"


def value(r, names):
    return r.choice([str(r.randrange(3)), r.choice(names), f"{r.choice(names)} + 1", f"{r.choice(names)} - {r.choice(names)}",
                     "nd(0, 2)", f"{condition(r, names)} ? {r.choice(names)} : 1"])


def statement(r, names, labels, heap):
    kind = r.random()
    if heap and kind < 0.3:
        p = r.choice(["p", "q"])
        return r.choice([f"new({p})", f"delete({p})", f"{p} := {r.choice(['p', 'q'])}", f"{p}->x := {value(r, names)}",
                         f"{r.choice(names)} := {p}->x", f"{r.choice(names)} := p == q ? 1 : 0"])
    if kind < 0.45:
        return f"{r.choice(names)} := {value(r, names)}"
    if kind < 0.6:
        a, b = r.sample(names, 2)
        return f"[{a} := {value(r, names)}, {b} := {value(r, names)}]"
    if kind < 0.8:
        return f"await({condition(r, names)}, {r.choice(['skip', f'{r.choice(names)} := {value(r, names)}'])})"
    return f"jump({condition(r, names)}, {r.choice(labels)}, {r.choice(labels)})"


def program(seed):
    r = random.Random(seed)
    heap = r.random() < 0.4
    names = ["a", "b", "c"][:r.randrange(2, 4)]
    text = "struct S { int x; int y; }\n" if heap else ""
    text += "".join(f"int {n} = {r.randrange(3)};\n" for n in names)
    text += "S* p = 0;\nS* q = 0;\n" if heap else ""
    for t in range(1, r.randrange(2, 4)):
        n = r.randrange(2, 5)
        labels = [f"L{t}_{k}" for k in range(n)]
        body = "".join(f"  {label}: {statement(r, names, labels, heap)};\n" for label in labels)
        text += f"thread({t}) {{\n{body}}}\n"
    goal = " and ".join(condition(r, names) for _ in range(r.randrange(1, 3)))
    predicates = "".join(condition(r, names) + "\n" for _ in range(r.randrange(0, 4)))
    return text, f"EF {goal}", predicates, heap


def ask(allways, *words):
    done = child.run([allways, "verify", "--json", *map(str, words)], cpu=20)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    seen = {"safe": 0, "unsafe": 0, "unknown": 0}
    proofs = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for seed in range(args.seed, args.seed + args.count):
            text, goal, predicates, heap = program(seed)
            (folder / "t.cmin").write_text(text)
            (folder / "t.preds").write_text(predicates)
            (folder / "t.mem").write_text("S 2\n")
            common = [folder / "t.cmin", f"--goal={goal}", "--property=goal"]
            right = ask(args.allways, *common, "--engine=naive", "--max-depth=60", "--max-transitions=20000")["verdict"]
            seen[right] += 1
            for how in (["--predicates=auto"], [f"--predicates={folder / 't.preds'}", "--drop-inconsistent"],
                        [f"--predicates={folder / 't.preds'}", "--abstraction=cubes", "--heap=type", f"--memory-config={folder / 't.mem'}"]):
                found = ask(args.allways, *common, "--engine=exsym", "--search=wastar", "--prune-infinite", "--max-states=5000", *how)
                proofs += any("abstraction cannot reach" in n for n in found.get("notes", []))
                if {right, found["verdict"]} == {"safe", "unsafe"}:
                    bad += 1
                    print(f"seed {seed} {how}: naive {right}, guided {found['verdict']}\n{goal}\n{predicates}\n{text}")
    print(f"{args.count} programs: {seen}, {proofs} proofs by the abstraction, {bad} contradictions")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
