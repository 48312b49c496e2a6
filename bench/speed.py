#!/usr/bin/env python3
"""Speed of the foundation on one core: instructions, transitions, forks, copied and stored states; and the cost of a
transition against the number of stored states.

usage: speed.py [--allways PATH] [--repeat N]

Each figure comes from a small program made here, run by the release binary; the best of N runs counts. Figures are
ratios of the program's own counters to CPU time or memory, so they can be compared between commits on one machine.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

import executable

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "tools"))

from ivlbench import cli  # noqa: E402  (the path of the package is known only now)

LOOP = """
// One process, pure arithmetic: instructions per second.
u32 sum = 0;
thread T {
  u32 a = 1; u32 b = 7;
  for (u32 i = 0; i < 2000000; i += 1) { a = a * 1103515245 + 12345; b = b ^ (a >> 3); }
  sum = a + b;
}
main { start; assert(sum != 1); }
"""

RING = """
// Concrete token ring: one process runs at a time, each step notifies the next.
event e[8];
u32 count = 0;
%s
main { start; }
"""

RACES = """
// Pairs of processes race for a flag; who wins decides whether a counter moves: every interleaving of a concrete space.
%s
main { start; }
"""

FORKS = """
// Each step forks on a fresh input: forks with a solver answer.
u32 sum = 0;
thread T {
  for (int i = 0; i < %d; i += 1) {
    u32 x = ?(u32);
    if (x * 3 + sum > 1000) sum += 1; else sum ^= x;
  }
}
main { start; }
"""


def ring(steps):
    body = []
    for i in range(8):
        nxt = (i + 1) % 8
        first = "notify e[1], 0; " if i == 0 else ""
        body.append(f"thread P{i} {{ {first}while (count < {steps}) {{ wait e[{i}]; count += 1; notify e[{nxt}], 0; }} }}")
    return RING % "\n".join(body)


def races(pairs, values):
    body = [f"u8 c{i} = 0; bool f{i} = false;\n"
            f"thread A{i} {{ while (true) {{ f{i} = true; wait_time 0; }} }}\n"
            f"thread B{i} {{ while (true) {{ if (f{i}) c{i} = (c{i} + 1) % {values}; f{i} = false; wait_time 0; }} }}"
            for i in range(pairs)]
    return RACES % "\n".join(body)


def run(binary, text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".ivl", delete=False) as f:
        f.write(text)
    try:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        out = subprocess.run([binary, "--json", *options, f.name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if out.returncode not in (0, 2):
            sys.exit(f"speed.py: unexpected exit status {out.returncode}\n{out.stdout}{out.stderr}")
        result = json.loads(out.stdout)
        result["cpu_s"] = max(cpu, 1e-3)
        return result
    finally:
        os.unlink(f.name)


def curve(binary):
    """Cost of a transition against the number of stored states; it must not grow with them."""
    print("\n| model | stored states | transitions | us per transition | us per match | bytes per state |\n|---|---|---|---|---|---|")
    models = [(f"races, {n} values", races(4, n), ("--por=none",)) for n in (2, 3, 4, 5, 6)]
    models += [(f"counter-4.{n}", cli.family_of(f"counter-4.{n}").text(f"counter-4.{n}"), ()) for n in (100, 1000, 10000)]
    for name, text, options in models:
        r = run(binary, text, "--engine=stateful", "--stats", "--timeout=300", *options)
        c = r["counters"]
        match = r["match_time_s"] / max(r["matches_timed"], 1)
        print(f"| {name} | {c['states']} | {c['transitions']} | {r['cpu_s'] / c['transitions'] * 1e6:.2f} | {match * 1e6:.2f} "
              f"| {c['stored_bytes'] / c['states']:.0f} |", flush=True)


def best(binary, repeat, measure, text, *options):
    return max(measure(run(binary, text, *options)) for _ in range(repeat))


def main():
    parser = argparse.ArgumentParser()
    executable.add_option(parser)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    b, n = args.allways, args.repeat
    rate = lambda counter: lambda r: r["counters"][counter] / r["cpu_s"]
    big = ("--max-depth=100000000", "--step-limit=0")
    rows = [
        ("concrete instructions per second", "50 M",
         best(b, n, rate("instructions"), LOOP, "--engine=stateless", *big) / 1e6, "M/s"),
        ("concrete transitions per second, one run", "1 M",
         best(b, n, rate("transitions"), ring(1000000), "--engine=stateless", "--por=none", "--max-transitions=400000", *big) / 1e6, "M/s"),
        ("stored concrete states per second", "0.5 M",
         best(b, n, rate("states"), races(4, 5), "--engine=stateful", "--por=none") / 1e6, "M/s"),
        ("forks with a solver answer per second", "-",
         best(b, n, rate("forks"), FORKS % 11, "--engine=stateless", "--por=none") / 1e3, "k/s"),
    ]
    r = run(b, races(4, 5), "--engine=stateful", "--por=none")
    rows.append(("bytes per stored state", "100", r["counters"]["stored_bytes"] / r["counters"]["states"], "B"))
    base = run(b, races(1, 2), "--engine=stateless", "--por=none", "--max-transitions=1000")
    deep = run(b, ring(100000) + "thread Q { while (count < 100000) { wait_time 0; } }",
               "--engine=stateless", "--por=none", "--max-depth=100000", "--max-transitions=160000")
    kept = deep["counters"]["max_depth"]
    rows.append(("bytes per copied state (kept on the search stack)", "-",
                 (deep["peak_rss_bytes"] - base["peak_rss_bytes"]) / kept, "B"))
    print(f"| figure | aim | measured |\n|---|---|---|")
    for name, aim, value, unit in rows:
        print(f"| {name} | {aim} | {value:.2f} {unit} |")
    curve(b)


if __name__ == "__main__":
    main()
