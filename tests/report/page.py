#!/usr/bin/env python3
"""page.py ALLWAYS: the HTML form of results without a browser: one file that asks for nothing, holds the JSON form of the result and the
sources, and in which names and sources of programs are text, whatever they are (browser.py looks at it in a browser)."""
import html.parser
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import child
import hostile

COSTS = ["time_s", "solver_time_s", "match_time_s", "matches_timed", "peak_rss_bytes"]
TAGS = ["html", "head", "meta", "meta", "meta", "title", "style", "body", "main", "details", "summary", "pre", "script", "script"]


def need(holds, what):
    if not holds:
        sys.exit(f"html: {what}")


class Page(html.parser.HTMLParser):
    """Its tags in their order, and the text in each."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self.inside = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            need(name not in ("src", "href") and not name.startswith("on"), f"<{tag} {name}={value}>")
            need(not value or "://" not in value, f"<{tag} {name}={value}>")
        self.inside = "data" if ("id", "data") in attrs else tag

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        self.texts[self.inside] = self.texts.get(self.inside, "") + data


def check(allways, folder, status, program, *words):
    page, plain = folder / "x.html", folder / "x.json"
    done = child.run([allways, *words, str(program), f"--report={page}", f"--report={plain}", "--color=never"], cwd=ROOT, cpu=60, text=False)
    need(done.returncode == status, f"{program}: status {done.returncode}\n{done.stderr}")
    text = page.read_bytes().decode("utf-8")
    got = Page(text)
    need(got.tags == TAGS, f"{program}: {got.tags}")
    need("\u2028" not in got.texts["data"] and got.texts["data"].isascii(), "the JSON is plain ASCII")
    data, told = json.loads(got.texts["data"]), json.loads(plain.read_text())
    given = {name: told["options"][name] for name in data["result"]["options"]}
    need(all(any(w.startswith(f"--{name}") for w in [*words, "--report", "--color"]) for name in given), f"{program}: options that were given: {given}")
    need(data["result"] == {k: given if k == "options" else v for k, v in told.items() if k not in COSTS}, f"{program}: the page holds the JSON form")
    need(len(data["procs"]) == len(told["trace"]), "a process for each step")
    need(all((step["process"] == told["trace"][0]["process"]) == (proc == 0) for step, proc in zip(told["trace"], data["procs"])), "0 is the kernel")
    need(hostile.folded(got.texts["pre"]).split() == hostile.folded(done.stdout.decode(errors="replace")).split(), f"{program}: the page holds the text")
    name = hostile.folded(told["file"])
    need(hostile.folded(data["sources"][name]) == hostile.folded(pathlib.Path(ROOT / program).read_bytes().decode(errors="replace")), "the source is whole")
    return data


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as tmp:
        folder = pathlib.Path(tmp)
        program = folder / hostile.NAME
        program.write_bytes(hostile.PROGRAM)
        data = check(allways, folder, 1, program, "--property=assert")
        need(any(hostile.OUTPUT in s.get("output", "") for s in data["result"]["trace"]), "the program printed what it should")
        data = check(allways, folder, 1, "examples/account_race.c", "--property=no-data-race")
        verbs = [(e["verb"], e["name"]) for s in data["result"]["trace"] for e in s["events"]]
        need(("starts", "deposit") in verbs and ("starts", "audit") in verbs and ("locks", "lock") in verbs, f"events: {verbs}")
        check(allways, folder, 0, "examples/pressure.ivl")
        check(allways, folder, 2, "tests/golden/programs/philosophers.c", "--engine=stateless", "--max-depth=3")
        check(allways, folder, 0, "examples/signal.ivl", "simulate")
    print("html: five pages are well")


main()
