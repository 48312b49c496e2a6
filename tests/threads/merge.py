#!/usr/bin/env python3
"""What `allways merge` takes and refuses, what parts say, and limits of processes that share a search: merge.py ALLWAYS"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

# Three threads that write one place; FAIL is the number of a last writer that is an error.
PROGRAM = """
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x;
void *write_some(void *arg) { for (int i = 0; i < ROUNDS; i++) x = (int)(long)arg; return 0; }
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, write_some, (void *)(i + 1));
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(x != FAIL);
}
"""
failures = []


def expect(what, holds, more=""):
    if not holds:
        failures.append(what)
        print(f"{what}: {more}")


class Bench:
    def __init__(self, allways, where):
        self.allways, self.where = allways, where
        self.program = self.file("p.c", PROGRAM)

    def file(self, name, text):
        path = os.path.join(self.where, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def run(self, words, rounds=1, fail=9, cpu=60):
        return child.run([self.allways, self.program, *words, "--", f"-DROUNDS={rounds}", f"-DFAIL={fail}"], cpu)

    def parts(self, n, name, words=("--engine=dpor",), **more):
        files = []
        for i in range(1, n + 1):
            done = self.run([*words, "--json", "--property=assert", "--pilot=0", f"--shard={i}/{n}"], **more)
            files.append(self.file(f"{name}{i}.json", done.stdout))
        return files

    def merge(self, words):
        return child.run([self.allways, "merge", *words], 60)

    def refused(self, what, words, text):
        done = self.merge(words)
        expect(what, done.returncode == 65 and text in done.stderr and not done.stdout, f"status {done.returncode}: {done.stdout}{done.stderr}")

    def changed(self, file, name, change):
        with open(file, encoding="utf-8") as f:
            r = json.load(f)
        change(r)
        return self.file(name, json.dumps(r))


def look_at_merging(b):
    safe, unsafe = b.parts(3, "safe"), b.parts(3, "unsafe", fail=2)
    for file in safe:
        with open(file, encoding="utf-8") as f:
            r = json.load(f)
        expect("a part of the executions is not the program", r["verdict"] == "unknown" and r["shard"]["safe"] and "part" in r["reason"], r["verdict"])
    whole = json.loads(b.run(["--engine=dpor", "--json", "--property=assert"]).stdout)
    done = b.merge(["--json", *safe])
    r = json.loads(done.stdout)
    expect("all parts are safe", done.returncode == 0 and (r["verdict"], r["grade"]) == ("safe", "proved"), done.stdout[:300])
    expect("executions", r["counters"]["executions"] == whole["counters"]["executions"], r["counters"]["executions"])
    expect("properties", [p["verdict"] for p in r["properties"]] == ["safe"], r["properties"])
    expect("no part any more", "shard" not in r and r["merged"]["parts"] == 3, r.get("merged"))
    done = b.merge(unsafe)
    expect("a part is unsafe", done.returncode == 1 and done.stdout.startswith("UNSAFE: "), done.stdout)
    expect("--exit-zero", b.merge(["--exit-zero", *unsafe]).returncode == 0)
    expect("--quiet", b.merge(["--quiet", *safe]).stdout == "SAFE (proved)\n")
    b.refused("one is missing", [safe[0], safe[2]], "part 2 of 3 is missing")
    b.refused("one is there twice", [safe[0], safe[1], safe[1], safe[2]], "the part is there twice")
    b.refused("one is of another program", [safe[0], unsafe[1], safe[2]], "of another program")
    b.refused("another number of parts", [*safe[:2], *b.parts(2, "two")], "of another number of parts")
    b.refused("other options", [*safe[:2], b.parts(3, "other", ("--engine=dpor", "--max-depth=50"))[2]], "--max-depth is not as in")
    b.refused("prepared for another engine", [*safe[:2], b.parts(3, "graph", ("--engine=graph",))[2]], "of another program")
    b.refused("another version", [*safe[:2], b.changed(safe[2], "version.json", lambda r: r.update(allways="0.0.0"))], "of another version")
    b.refused("no part", [*safe[:2], b.file("whole.json", json.dumps(whole))], "no result of a part")
    b.refused("no JSON", [*safe[:2], b.program], "no JSON result")
    b.refused("no file", [os.path.join(b.where, "none.json")], "No such file")
    b.refused("not whole", [*safe[:2], b.changed(safe[2], "less.json", lambda r: r.pop("counters"))], "not whole")
    b.refused("no such part", [*safe[:2], b.changed(safe[2], "four.json", lambda r: r["shard"].update(index=4))], "no such part")
    for name, change in (("frontier", lambda r: r["shard"].update(frontier="0" * 16)), ("units", lambda r: r["shard"].update(units=r["shard"]["units"] + 1)),
                         ("taken", lambda r: r["shard"].update(taken=r["shard"]["taken"] + 1)), ("complete", lambda r: r["shard"].update(complete=False))):
        done = b.merge([*safe[:2], b.changed(safe[2], "fit.json", change)])
        expect(f"parts that do not fit: {name}", done.returncode == 2 and "in the same way" in done.stdout, done.stdout)
    done = b.merge([*safe[:2], b.changed(safe[2], "unknown.json", lambda r: r["shard"].update(safe=False))])
    expect("one does not know", done.returncode == 2 and done.stdout.startswith("UNKNOWN"), done.stdout)
    done = b.merge([*safe[:2], b.changed(safe[2], "bounded.json", lambda r: r["shard"].update(grade="bounded"))])
    expect("the weakest grade", done.stdout.startswith("SAFE (bounded)"), done.stdout)
    doubts = [b.changed(f, f"doubt{i}.json", lambda r, i=i: (r["shard"].update(doubt="waits" if i else None), r["counters"].update(infeasible=int(not i))))
              for i, f in enumerate(safe)]
    expect("a doubt of one about runs of another", b.merge(doubts).stdout.startswith("UNKNOWN: waits"), b.merge(doubts).stdout)


def look_at_engines(b):
    """auto: engines are dealt out, and one answer is enough."""
    for fail, status, text in ((9, 0, "SAFE"), (2, 1, "UNSAFE")):
        files = []
        for i in (1, 2):
            files.append(b.file(f"auto{i}.json", b.run(["--json", f"--shard={i}/2"], fail=fail).stdout))
        done = b.merge(files)
        expect(f"parts of auto: {text}", done.returncode == status and done.stdout.startswith(text), done.stdout + done.stderr)


def look_at_usage(b):
    for words in (["--shard=0/2"], ["--shard=3/2"], ["--shard=1"], ["--shard=1/2x"], ["--shard=1/2", "--jobs=2"], ["--shard=1/2", "--engine=naive"],
                  ["--engine=dpor", "--dpor=full", "--shard=1/2"], ["--engine=dpor", "--pilot=0"], ["--engine=dpor", "--jobs=2", "--count-traces"]):
        done = b.run(words)
        expect(f"usage: {' '.join(words)}", done.returncode == 64 and not done.stdout, f"status {done.returncode}: {done.stdout}{done.stderr}")
    expect("--exit-zero", b.run(["--engine=dpor", "--exit-zero"], fail=2).returncode == 0)
    expect("`merge` without files", b.merge([]).returncode == 64)


def workers(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            return f.read().split()
    except OSError:
        return []


def look_at_limits(b):
    """A search that does not end: limits hold for all processes, and none is left."""
    before = os.times()
    done = b.run(["--engine=dpor", "--property=assert", "--jobs=2", "--pilot=1000"], rounds=9, cpu=2)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    expect("limit of CPU time", done.returncode == 2 and "CPU time" in done.stdout, f"status {done.returncode}: {done.stdout}")
    expect("CPU time of all together", used < 2 + child.GRACE / 2, used)
    source = b.file("long.air", b_ir(b, 9))
    p = subprocess.Popen([b.allways, source, "--engine=dpor", "--jobs=2", "--pilot=0"], stdout=subprocess.PIPE, text=True, preexec_fn=child.cpu_limit(60))
    while p.poll() is None and not workers(p.pid):
        time.sleep(0.01)
    mine = workers(p.pid)
    p.send_signal(signal.SIGTERM)
    out, _ = p.communicate()
    expect("SIGTERM", p.returncode == 2 and out.startswith("UNKNOWN: interrupted by SIGTERM"), out)
    expect("no process is left", not any(os.path.exists(f"/proc/{pid}") for pid in mine), mine)


def b_ir(b, rounds):
    return child.run([b.allways, "ir", b.program, "--", f"-DROUNDS={rounds}", "-DFAIL=9"]).stdout


def main():
    with tempfile.TemporaryDirectory(prefix="allways-merge-") as where:
        b = Bench(os.path.abspath(sys.argv[1]), where)
        look_at_merging(b)
        look_at_engines(b)
        look_at_usage(b)
        look_at_limits(b)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
