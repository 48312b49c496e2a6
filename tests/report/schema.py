#!/usr/bin/env python3
"""schema.py ALLWAYS: what --json prints, also where the command line or the program is wrong, held against doc/result.schema.json.

A schema that allows everything would see nothing: each field is taken away once, and an unknown one added, and that must be refused."""
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import child

RUNS = [
    (0, "examples/pressure.ivl --stats"),
    (0, "examples/handover.c"),
    (1, "examples/account_race.c --property=no-data-race"),
    (1, "examples/transfer_deadlock.c --property=deadlock"),
    (1, "examples/fifo_broken.ivl"),
    (1, "tests/systemc/order_decides.cpp --property=determinism"),
    (2, "tests/golden/programs/philosophers.c --engine=stateless --max-depth=3"),
    (0, "simulate examples/signal.ivl"),
    (0, "tests/golden/programs/vacuous.ivl"),
]
# status, words, kind, a place that is named
WRONG = [
    (64, "--enginee=naive examples/handover.c", None),
    (64, "examples/handover.c --property=goal", None),
    (64, "--property=no-data-race examples/pressure.ivl", None),
    (65, "no/such/file.c", None),
    (65, "tests/golden/programs/broken.ivl", "tests/golden/programs/broken.ivl"),
    (65, "{}/wrong.c", "wrong.c"),
    (65, "replay {}/wrong.trace", None),
]


def need(holds, what):
    if not holds:
        sys.exit(f"schema: {what}")


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    try:
        import jsonschema
    except ImportError:
        print("schema: python3-jsonschema is missing: NOT tested")
        sys.exit(77)
    schema = json.loads((ROOT / "doc" / "result.schema.json").read_text())
    judge = jsonschema.validators.validator_for(schema)(schema)
    judge.check_schema(schema)
    with tempfile.TemporaryDirectory() as tmp:
        (pathlib.Path(tmp) / "wrong.c").write_text("int main(void) {\n  return x;\n}\n")
        (pathlib.Path(tmp) / "wrong.trace").write_text("no trace\n")
        for status, words in RUNS:
            done = child.run([allways, *words.split(), "--json"], cwd=ROOT, cpu=60)
            need(done.returncode == status, f"{words}: status {done.returncode}\n{done.stderr}")
            told = json.loads(done.stdout)
            judge.validate(told)
            for field in schema["$defs"]["result"]["required"]:
                need(not judge.is_valid({k: v for k, v in told.items() if k != field}), f"{field} may be absent")
            need(not judge.is_valid({**told, "more": 1}), "unknown fields are allowed")
        for status, words, file in WRONG:
            words = words.format(tmp)
            done = child.run([allways, *words.split(), "--json"], cwd=ROOT, cpu=60)
            need(done.returncode == status, f"{words}: status {done.returncode}\n{done.stderr}")
            told = json.loads(done.stdout)
            judge.validate(told)
            need(told["error"]["status"] == status, f"{words}: {told}")
            plain = child.run([allways, *words.split()], cwd=ROOT, cpu=60)
            need(plain.stdout == "" and plain.stderr == done.stderr, f"{words}: stderr is the same\n{plain.stderr}\n{done.stderr}")
            need(all(m["text"] in done.stderr for m in told["error"]["messages"]), f"{words}: the messages of stderr")
            places = [m["place"] for m in told["error"]["messages"] if m["place"] and m["place"]["line"]]
            need(not file or any(p["file"].endswith(file) for p in places), f"{words}: places {places}")
    print(f"schema: {len(RUNS)} results and {len(WRONG)} mistakes are as it says")


main()
