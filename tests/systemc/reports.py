#!/usr/bin/env python3
"""What results of SystemC models say: servers that may wait, verdicts of single properties, names and places.

usage: reports.py ALLWAYS [--full]
"""
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
import child

MODEL, SPAWNED = HERE / "reports" / "model.cpp", HERE / "reports" / "spawned.cpp"
SAFE, UNSAFE, UNKNOWN, USAGE = 0, 1, 2, 64
SERVER = "--may-wait=server.*"


class Checks:
    def __init__(self, allways):
        self.allways, self.complaints, self.n = allways, [], 0

    def expect(self, holds, what):
        self.n += 1
        if not holds:
            self.complaints.append(what)

    def run(self, status, *words):
        done = child.run([self.allways, *map(str, words)], cpu=120)
        self.expect(done.returncode == status, f"{' '.join(map(str, words))}: status {done.returncode}, not {status}\n{done.stdout[:800]}{done.stderr[:800]}")
        return done

    def verify(self, status, *words):
        text = self.run(status, "verify", "--json", *words).stdout
        return json.loads(text) if text.startswith("{") else {}


def servers(t):
    """A server that waits for the next request is no deadlock and does not starve, if it is said to be one; others still do."""
    t.verify(UNSAFE, "--property=deadlock", MODEL)
    answer = t.verify(SAFE, "--property=deadlock,starvation", SERVER, MODEL)
    t.expect(any("server.*" in a for a in answer.get("assumptions", [])), "the assumption is not said")
    answer = t.verify(UNSAFE, "--property=deadlock", SERVER, MODEL, "--", "-DSTUCK")
    t.expect(answer.get("violation", {}).get("process") == "client.run", f"not the client: {answer.get('violation')}")
    t.run(USAGE, "--property=deadlock", "--may-wait=nobody", MODEL)


def more_servers(t, folder):
    for what in ("deadlock", "starvation"):
        t.verify(UNSAFE, f"--property={what}", MODEL)
        t.verify(SAFE, f"--property={what}", SERVER, MODEL)
        answer = t.verify(UNSAFE, f"--property={what}", SERVER, MODEL, "--", "-DSTUCK")
        t.expect(answer.get("violation", {}).get("process") == "client.run", f"{what}: not the client: {answer.get('violation')}")
        t.verify(SAFE, f"--property={what}", SERVER, "--may-wait=client.ru?", MODEL, "--", "-DSTUCK")
    for engine in ("naive", "stateless", "stateful"):
        t.verify(SAFE, f"--engine={engine}", "--property=deadlock", SERVER, MODEL)
        t.verify(UNSAFE, f"--engine={engine}", "--property=deadlock", SERVER, MODEL, "--", "-DSTUCK")
    t.run(USAGE, "--may-wait=*", HERE.parent / "golden" / "programs" / "cycle.ivl")
    trace = pathlib.Path(folder) / "run.trace"
    t.run(UNSAFE, "--property=deadlock", SERVER, MODEL, f"--report={trace}", "--", "-DSTUCK")
    t.run(UNSAFE, "replay", SERVER, trace, "--", "-DSTUCK")


def single_properties(t):
    answer = t.verify(UNKNOWN, "--property=assert,deadlock,starvation", SPAWNED)
    got = {p["name"]: p["verdict"] for p in answer.get("properties", [])}
    t.expect(got == {"assert": "safe", "deadlock": "safe", "starvation": "unknown"}, f"properties: {got}")


def names_and_places(t):
    answer = t.verify(UNSAFE, "--property=assert", MODEL, "--", "-DBROKEN")
    inputs = [i["name"] for i in answer.get("inputs", [])]
    t.expect(inputs == ["any_level"], f"inputs: {inputs}")
    steps = [s for s in answer.get("trace", []) if s.get("place")]
    in_header = [s for s in steps if s["place"]["file"].endswith("device.h")]
    t.expect(in_header and all(s.get("source") for s in in_header), f"steps in the header without text: {in_header or steps}")
    values = [v["name"] for v in answer.get("values", [])] + [c["name"] for s in answer.get("trace", []) for c in s.get("changes", [])]
    t.expect(values and not any(v.startswith("_") for v in values), f"values: {values}")
    run = json.loads(t.run(SAFE, "simulate", "--json", MODEL).stdout)["run"]
    t.expect(run["output"] == "99\n" and not any(v["name"].startswith("_") for v in run["final"]), f"simulate: {run}")
    t.expect("no definition" not in t.run(UNSAFE, MODEL, "--", "-DBROKEN").stderr, "something of the library is missing")


def main():
    t = Checks(sys.argv[1])
    servers(t)
    if "--full" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            more_servers(t, folder)
    single_properties(t)
    names_and_places(t)
    print("\n".join(t.complaints))
    print(f"{t.n} checks, {len(t.complaints)} complaints")
    return 1 if t.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
