#!/usr/bin/env python3
"""test_sarif.py ALLWAYS: the SARIF form of results, read back and held against the schema of the standard.

The schema (../shared/schema/sarif-schema-2.1.0.json) and python3-jsonschema may be absent: then everything else is looked at, and
the status is 77 (skipped)."""
import json
import pathlib
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import child

SCHEMA = ROOT.parent / "shared" / "schema" / "sarif-schema-2.1.0.json"
PROGRAMS = ROOT / "tests" / "golden" / "programs"
HOSTILE = """\
#include <assert.h>
int x; // </script> "quoted" \xff %s
int main(void) { x = 1; assert(x == 2 && "</script>'\\"<b>"); }
"""


def need(holds, what):
    if not holds:
        sys.exit(f"sarif: {what}")


def run(allways, folder, status, *words):
    """The document that a run writes, and beside it the JSON form of the same result."""
    sarif, plain = folder / "x.sarif", folder / "x.json"
    done = child.run([allways, "verify", *words, f"--report={sarif}", f"--report={plain}"], cwd=PROGRAMS, cpu=60)
    need(done.returncode == status, f"{words}: status {done.returncode}\n{done.stderr}")
    return json.loads(sarif.read_text()), json.loads(plain.read_text())


def check_flows(sarif, plain):
    result = sarif["runs"][0]["results"][0]
    need(result["ruleId"] == plain["violation"]["kind"], "the rule is the kind of the violation")
    need(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"] == result["ruleId"], "the rule is declared")
    at, place = result["locations"][0]["physicalLocation"], plain["violation"]["place"]
    need(urllib.parse.unquote(at["artifactLocation"]["uri"].removeprefix("file://")) == place["file"], "the file of the place")
    need(at["region"] == {"startLine": place["line"], "startColumn": place["column"]}, "the place")
    steps = {}
    for flow in result["codeFlows"][0]["threadFlows"]:
        for step in flow["locations"]:
            need(step["executionOrder"] not in steps, "a step stands in one flow")
            steps[step["executionOrder"]] = flow["id"]
    need([steps[n + 1] for n in range(len(steps))] == [s["process"] for s in plain["trace"]], "the flows are the trace")


def main():
    allways = sys.argv[1]
    with tempfile.TemporaryDirectory() as tmp:
        folder = pathlib.Path(tmp)
        hostile = folder / 'a "b" %20#&<c>.c'
        hostile.write_bytes(HOSTILE.encode("latin-1"))
        unsafe = [run(allways, folder, 1, "philosophers.c", "--property=deadlock"),
                  run(allways, folder, 1, "freed_job.c", "--property=no-data-race"),
                  run(allways, folder, 1, "freed_job.c", "--property=valid-memsafety"), run(allways, folder, 1, str(hostile))]
        safe = run(allways, folder, 0, str(ROOT / "examples" / "pressure.ivl"))
        unknown = run(allways, folder, 2, "philosophers.c", "--engine=stateless", "--max-depth=3")
    for sarif, plain in unsafe:
        check_flows(sarif, plain)
    need("cycle: " in unsafe[0][0]["runs"][0]["results"][0]["message"]["text"], "a deadlock says its cycle")
    need(len(unsafe[1][0]["runs"][0]["results"][0]["relatedLocations"]) == 1, "a race has another access")
    for (sarif, _), kind in [(safe, "pass"), (unknown, "open")]:
        result = sarif["runs"][0]["results"][0]
        need((result["kind"], result["level"]) == (kind, "none"), f"a result of the kind {kind}")
    try:
        import jsonschema
        schema = json.loads(SCHEMA.read_text())
    except (ImportError, OSError) as missing:
        print(f"sarif: NOT held against the schema: {missing}")
        sys.exit(77)
    for sarif, _ in [*unsafe, safe, unknown]:
        jsonschema.validators.validator_for(schema)(schema).validate(sarif)
    print(f"sarif: {len(unsafe) + 2} results are valid")


main()
