#!/usr/bin/env python3
"""An option has an effect or is refused: options.py ALLWAYS [--effects] [--seed N] [--count N]

src/config/needs.def says what an option needs. Pairs are drawn of an option and of another one without what it needs: each is refused,
and the message names it. With --effects each option of that table is given where it has what it needs, and the result differs in
something (or a file is written): a rule that refuses too much, or an option that does nothing anywhere, is seen here.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shlex
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = {"UINT": "3", "TEXT": "x", "LIST": "x"}
# A program of another kind than the option is for.
OTHERS = {"C": "examples/pressure.ivl", "THREADS": "examples/pressure.ivl", "KERNEL": "bench/dlang/listing_1_1.dl", "DLANG": "examples/pressure.ivl"}

# Where an option can be seen: its word, the rest of the command. Programs are those of the tests, {} is a folder for files.
GUIDED = "tests/exsym/programs/slots.cmin --engine=exsym --search=wastar"
E9 = "tests/exsym/programs/e9.cmin '--goal=EF x = 5 and z = 0' --engine=exsym --states=explicit"
EFFECTS = [
    ("--log-level=debug", "examples/handover.c --engine=dpor --log={}/log"),
    ("--fairness=strong", "tests/c/progress_weak.c --property=progress"),
    ("--fairness=none", "tests/c/ltl_peterson.c --property=ltl '--ltl=G (want[0] -> F critical = 1)'"),
    ("--shard=1/2", "bench/dlang/readers_writers.dl --engine=dpor --dpor=source"),
    ("--pilot=0", "bench/dlang/readers_writers.dl --engine=dpor --jobs=2"),
    ("--sdpor=a", "tests/ivl/l4_2.ivl --engine=stateful --por=dpor"),
    ("--proviso=off", "examples/token_ring.ivl --engine=stateful --por=stub1"),
    ("--match=esm", "examples/pressure.ivl --engine=stateful"),
    ("--dpor-dep=any", "bench/dlang/readers_writers.dl --engine=dpor --dpor=fg"),
    ("--lazy-memo=call", "bench/dlang/branching.dl --engine=lazy"),
    ("--weight=1", E9 + " --search=wastar --predicates=goal"),
    ("--cost=steps", E9 + " --search=wastar --ssr=counter --weight=1 --predicates=goal"),
    ("--ties=lifo", E9 + " --search=wastar --predicates=goal"),
    ("--predicates=goal", E9 + " --search=wastar"),
    ("--distances={}/table", GUIDED),
    ("--abstraction=cubes", E9 + " --search=wastar"),
    ("--prune-infinite", E9 + " --search=wastar"),
    ("--maxtrans=1", E9 + " --ssr=counter"),
    ("--table=1", E9 + " --store=compact64"),
    ("--maxenum=0", "tests/cegar/locked_counter.c --engine=cegar --domain=expl"),
    ("--told-apart=1", "tests/horn/counters.cpp --engine=horn"),
    ("--finer=off", "tests/cegar/equal_copies.c --engine=cegar --domain=expl"),
    ("--sets=source", "tests/cegar/lost_update.c --engine=cegar --por=basic"),
    ("--lbe=off", "tests/cegar/lost_update.c --engine=cegar"),
    ("--malloc-may-fail", "tests/c/malloc_fails.c"),
    ("--create-may-fail", "examples/handover.c"),
    ("--spurious-wakeups=off", "examples/handover.c --engine=stateful"),
    ("--weak-cas-may-fail", "examples/handover.c"),
    ("--libc=glibc", "examples/handover.c"),
    ("--volatile=relaxed", "examples/handover.c"),
    ("--indexer=attempts", "bench/dlang/indexer_small.dl --engine=dpor"),
    ("--visible=all", "examples/handover.c --engine=stateful"),
    ("--clients=1", "tests/harness/objects/ticket_lock.c --operations=increment() --calls=1"),
    ("--calls=2", "tests/harness/objects/ticket_lock.c --operations=increment() --clients=1"),
    ("--pending=multi", "examples/pressure.ivl"),
]


def read_rules():
    text = (ROOT / "src/config/needs.def").read_text(encoding="utf-8")
    fields = {}
    for kind, field, name in re.findall(r'^OPT_(\w+)\s*\(\w+, (\w+), "([^"]+)"', (ROOT / "src/config/options.def").read_text(), re.M):
        fields[field] = (name, kind)
    needs = re.findall(r'^NEEDS\((\w+), (\w+), "([^"]*)"\)', text, re.M)
    given = re.findall(r"^NEEDS_GIVEN\((\w+), (\w+)\)", text, re.M)
    suits = re.findall(r"^SUITS\((\w+), (\w+)\)", text, re.M)
    return fields, needs, given, suits


def sample(known, name, kind, rng):
    """The option with a value that is none by default."""
    o = known[name]
    if kind == "ENUM":
        return f"--{name}={rng.choice([v for v in o['values'] if v != o['default']])}"
    if kind == "BOOL":
        return f"--{name}={'off' if o['default'] else 'on'}"
    if kind == "UINT":
        return f"--{name}={min(max(3, o['min']), o['max'] or 3)}"
    return f"--{name}={SAMPLES[kind]}"


def engines_of(known, *names):
    """Engines that all of the options apply to."""
    found = set(known["engine"]["values"])
    for name in names:
        words = set(known[name]["applies"]) & set(known["engine"]["values"])
        found &= words or found
    return sorted(found)


def refused(allways, words, *named):
    done = child.run([allways, *words], cwd=ROOT, cpu=60)
    if done.returncode != 64:
        return f"{' '.join(words)}: exit status {done.returncode}, not refused\n{done.stdout[:300]}"
    if not any(f"--{n} " in done.stderr or f"--{n}=" in done.stderr for n in named):
        return f"{' '.join(words)}: the message does not say which option: {done.stderr}"
    return None


def draw_pair(allways, known, rules, rng):
    fields, needs, given, suits = rules
    what = rng.choice(["needs", "needs", "needs", "given", "suits"])
    if what == "suits":
        field, kind = rng.choice(suits)
        name = fields[field][0]
        engines = engines_of(known, name)
        return refused(allways, [OTHERS[kind], f"--engine={rng.choice(engines)}", sample(known, name, fields[field][1], rng)], name)
    if what == "given":
        field, other = rng.choice(given)
        name, engines = fields[field][0], engines_of(known, fields[field][0])
        return refused(allways, ["examples/handover.c", f"--engine={rng.choice(engines)}", sample(known, name, fields[field][1], rng)], name,
                       fields[other][0])
    field, other, values = rng.choice(needs)
    (name, kind), (other, _) = fields[field], fields[other]
    engines = engines_of(known, name, other)
    wrong = [v for v in known[other]["values"] if v not in values.split("|")]
    return refused(allways, ["a.c", f"--engine={rng.choice(engines)}", sample(known, name, kind, rng), f"--{other}={rng.choice(wrong)}"], name, other)


def malformed(allways):
    """Files that guide a search and cannot be read are bad input, not notes."""
    cases = [("--predicates", "x = = 1\n"), ("--predicates", None), ("--memory-config", "no number\n"), ("--memory-config", None)]
    with tempfile.TemporaryDirectory() as folder:
        for option, text in cases:
            path = pathlib.Path(folder) / ("file" if text else "missing")
            if text:
                path.write_text(text)
            words = ["tests/exsym/programs/e9.cmin", "--engine=exsym", "--search=wastar", f"{option}={path}"]
            done = child.run([allways, *words], cwd=ROOT, cpu=60)
            if done.returncode != 65 or str(path) not in done.stderr:
                yield f"{option} with {text!r}: exit status {done.returncode}: {done.stderr}"


def outcome(allways, words, folder):
    """What a run tells, without times and the list of its options; and the files it leaves."""
    done = child.run([allways, *words, "--json"], cwd=ROOT, cpu=120)
    if done.returncode not in (0, 1, 2):
        return f"exit status {done.returncode}: {done.stderr}", None
    result = json.loads(done.stdout)
    for key in [k for k in result if k.endswith("_s") or k in ("options", "peak_rss_bytes", "matches_timed", "command")]:
        del result[key]
    result["counters"].pop("abstract_ms", None)
    files = {p: (pathlib.Path(folder) / p).read_text() for p in sorted(os.listdir(folder))}
    return None, json.dumps([result, files], sort_keys=True)


def effect(allways, option, rest):
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        wrong, without = outcome(allways, shlex.split(rest.replace("{}", one)), one)
        if not wrong:
            wrong, with_it = outcome(allways, [option.replace("{}", two), *shlex.split(rest.replace("{}", two))], two)
    if wrong:
        return f"{option} {rest}: {wrong}"
    return f"{option} changes nothing: {rest}" if without == with_it else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--effects", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    args = parser.parse_args()
    allways = str(pathlib.Path(args.allways).resolve())
    if args.effects:
        complaints = [c for option, rest in EFFECTS if (c := effect(allways, option, rest))]
        done = len(EFFECTS)
    else:
        known = {o["name"]: o for o in json.loads(child.run([allways, "--options=json"], cpu=60).stdout)["options"]}
        rng, rules = random.Random(args.seed), read_rules()
        complaints = [c for _ in range(args.count) if (c := draw_pair(allways, known, rules, rng))]
        complaints += malformed(allways)
        done = args.count
    print("\n".join(complaints))
    print(f"{done} tried, {len(complaints)} complaints")
    return 1 if complaints or not done else 0


if __name__ == "__main__":
    sys.exit(main())
