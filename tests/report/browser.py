#!/usr/bin/env python3
"""browser.py ALLWAYS [--keep FOLDER]: the HTML form of results in a real browser (Debian's chromium, without a screen).

The page is opened from a file, stepped through by keys and buttons, and what it shows is compared with the JSON form of the same result.
The browser is spoken to through its debugging protocol over a pipe, so that nothing but the browser itself is needed. Without it: status 77.
With --keep, pages and their pictures stay in FOLDER.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import child
import hostile

MOST_NODES = 3000  # of the page of a long trace: what is not in sight is no part of the document


def need(holds, what):
    if not holds:
        sys.exit(f"browser: {what}")


class Browser:
    """Commands go down one pipe, answers and events come up another; messages end with a zero."""

    def __init__(self, program, folder):
        down, up = os.pipe(), os.pipe()

        def pipes():
            os.dup2(down[0], 13)
            os.dup2(up[1], 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
             f"--user-data-dir={folder}", "--window-size=1400,1000", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=pipes)
        os.close(down[0])
        os.close(up[1])
        self.down, self.up = down[1], up[0]
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.ask(domain + ".enable")

    def read(self):
        while b"\0" not in self.rest:
            more = os.read(self.up, 1 << 16)
            need(more, "the browser has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.down, json.dumps(message).encode() + b"\0")
        while True:
            got = self.read()
            if got.get("id") == self.number:
                need("error" not in got, f"{method}: {got.get('error')}")
                return got["result"]
            self.events.append(got)

    def value(self, expression):
        got = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        need("exceptionDetails" not in got, f"{expression}: {got.get('exceptionDetails')}")
        return got["result"].get("value")

    def open(self, path):
        self.events = []
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=path.as_uri())
        self.value("new Promise((done) => { const look = () => document.readyState === 'complete' ? requestAnimationFrame(() => done(1)) "
                   ": setTimeout(look, 10); look(); })")

    def key(self, name):
        for kind in ["keyDown", "keyUp"]:
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, **({"text": name} if len(name) == 1 and kind == "keyDown" else {}))

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    def check_quiet(self, path):
        """Neither errors nor anything asked of the network."""
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            need(method != "Runtime.exceptionThrown", f"{path.name}: {params}")
            need(method != "Log.entryAdded" or params["entry"]["level"] != "error", f"{path.name}: {params}")
            url = params.get("request", {}).get("url", "") if method == "Network.requestWillBeSent" else ""
            need(not url or url.split("#")[0] in (path.as_uri(), "about:blank"), f"{path.name} asks for {url}")
            need(method != "Page.javascriptDialogOpening", f"{path.name}: a script of the program ran")

    def close(self):
        os.close(self.down)
        self.process.wait()
        os.close(self.up)


SHOWN = """(() => {
  const text = (q) => [...document.querySelectorAll(q)].map((n) => n.textContent);
  const row = document.querySelector(".chart.active .row.selected") || document.querySelector(".row.selected");
  return { step: row && row.querySelector(".number").textContent, label: row && row.getAttribute("aria-label"),
    current: [...document.querySelectorAll(".source .current")].map((n) => Number(n.dataset.line)),
    code: text(".source .current code"),
    values: Object.fromEntries([...document.querySelectorAll(".state-panel > div:last-child tbody tr")].map((r) => [r.cells[0].textContent, r.querySelector(".value").textContent])),
    holds: Object.fromEntries([...document.querySelectorAll(".state-panel > div:first-child tbody tr")].map((r) => [r.cells[0].textContent, r.cells[3].textContent])),
    live: text(".live")[0], nodes: document.getElementsByTagName("*").length, found: text(".found")[0] };
})()"""


def check_steps(browser, plain, source):
    """Forward through the whole trace: source line, values and locks as the steps say; back to the same."""
    browser.key("Home")
    values, held, seen, back, at = {}, {}, [], [], 0
    trace = plain["trace"]
    while True:
        shown = browser.value(SHOWN)
        last = int(shown["step"].split("–")[-1])
        for step in trace[at:last]:
            values.update((c["name"], c["value"]) for c in step["changes"])
            for event in step["events"]:
                if event["verb"] == "locks":
                    held[event["name"]] = step["process"]
                if event["verb"] == "unlocks":
                    held.pop(event["name"], None)
        at = last
        need(shown["values"] == values, f"step {last}: values {shown['values']}, not {values}")
        for process, names in shown["holds"].items():
            need(names == ", ".join(n for n in held if held[n] == process) or set(names.split(", ")) == {n for n in held if held[n] == process},
                 f"step {last}: {process} holds {names}")
        place = trace[last - 1]["place"]
        if shown["current"]:
            need(shown["current"] == [place["line"]], f"step {last}: line {shown['current']}, not {place}")
            need(shown["code"] == [source[place["line"] - 1]], f"step {last}: {shown['code']}")
        need(shown["live"] == shown["label"], "what is read aloud is the step")
        seen.append((shown["step"], shown["current"], shown["values"]))
        if last == len(trace):
            break
        browser.key("ArrowRight")
    for _ in seen:
        shown = browser.value(SHOWN)
        back.append((shown["step"], shown["current"], shown["values"]))
        browser.value('document.querySelector(\'[aria-label="step back"]\').click()')
    need(back[::-1] == seen, "the way back is the same")
    need(any(current for _, current, _ in seen), "some step has a line")
    return seen


def check_long(browser, plain):
    """Ten thousand steps: the document stays small, search and ends are reached."""
    n = len(plain["trace"])
    need(n > 10000, f"{n} steps are not many")
    shown = browser.value(SHOWN)
    need(shown["step"].split("–")[-1] == str(n), f"the page begins at the violation, not at {shown['step']}")
    need(shown["nodes"] < MOST_NODES, f"{shown['nodes']} nodes")
    browser.key("Home")
    need(browser.value(SHOWN)["step"] == "1", "the first step")
    browser.key("/")
    browser.type("x = 4321")
    shown = browser.value(SHOWN)
    need(shown["found"] == "1 match", f"found: {shown['found']}")
    step = next(s["step"] for s in plain["trace"] if {"name": "x", "value": "4321"} in s["changes"])
    need(shown["step"] == str(step) and shown["values"]["x"] == "4321", f"the match is step {step}, not {shown['step']}")
    browser.key("Escape")
    browser.value('document.querySelector(".chart").scrollTop = 100000')
    need(browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelectorAll('.row').length))))") > 5,
         "rows where it was scrolled to")
    need(browser.value(SHOWN)["nodes"] < MOST_NODES, "few nodes after scrolling")


def check_paper(browser):
    browser.ask("Emulation.setEmulatedMedia", media="print")
    need(browser.value('getComputedStyle(document.querySelector(".explorer")).display') == "none", "no chart on paper")
    need(browser.value('document.querySelector("#text pre").getBoundingClientRect().height') > 100, "the text is on paper")
    browser.ask("Emulation.setEmulatedMedia", media="")


def make(allways, folder, name, status, *words):
    page, plain = folder / f"{name}.html", folder / f"{name}.json"
    done = child.run([allways, "verify", *words, f"--report={page}", f"--report={plain}"], cwd=ROOT, cpu=200)
    need(done.returncode == status, f"{words}: status {done.returncode}\n{done.stderr}")
    return page, json.loads(plain.read_text())


def check_unsafe(browser, allways, folder):
    for name, program, words in [("deadlock", "tests/c/lost_wakeup.c", ["--property=deadlock"]),
                                 ("race", "examples/account_race.c", ["--property=no-data-race"]),
                                 ("systemc", "examples/systemc/lost_notification.cpp", ["--property=deadlock"])]:
        page, plain = make(allways, folder, name, 1, program, *words)
        browser.open(page)
        browser.picture(folder / f"{name}.png")
        seen = check_steps(browser, plain, (ROOT / program).read_text().split("\n"))
        browser.key("Home")
        browser.key("n")
        need(browser.value(SHOWN)["step"] != seen[0][0], "n goes to a switch")
        need(browser.value("document.querySelectorAll('.arrow').length") > 0 or name == "systemc", "there are arrows")
        check_paper(browser)
        browser.check_quiet(page)


def check_others(browser, allways, folder):
    page, plain = make(allways, folder, "safe", 0, "examples/handover.c")
    browser.open(page)
    browser.picture(folder / "safe.png")
    text = browser.value("document.querySelector('main').innerText")
    for part in ["SAFE (proved)", *[p["name"] for p in plain["properties"]], *plain["assumptions"], "handover.c:30"]:
        need(part in text, f"safe: {part}")
    browser.check_quiet(page)
    page, plain = make(allways, folder, "unknown", 2, "tests/golden/programs/philosophers.c", "--engine=stateless", "--max-depth=3")
    browser.open(page)
    text = browser.value("document.querySelector('main').innerText")
    need("UNKNOWN" in text and plain["reason"] in text, "unknown: its reason")
    browser.check_quiet(page)


def check_two_orders(browser, allways, folder):
    page, plain = make(allways, folder, "orders", 1, "tests/systemc/order_decides.cpp", "--property=determinism")
    need(plain.get("second_trace"), "the program has two orders")
    browser.open(page)
    browser.picture(folder / "orders.png")
    need(browser.value("document.querySelectorAll('.chart').length") == 2, "both orders side by side")
    browser.check_quiet(page)


def check_hostile(browser, allways, folder):
    program = folder / hostile.NAME
    program.write_bytes(hostile.PROGRAM)
    page, plain = make(allways, folder, "hostile", 1, str(program), "--property=assert")
    browser.open(page)
    need(browser.value("typeof window.pwned") == "undefined", "a script of the program ran")
    need(browser.value("document.scripts.length") == 2, "two scripts")
    need(hostile.OUTPUT in browser.value("document.querySelector('.chart').textContent + JSON.stringify([...document.querySelectorAll('.box')].map((b) => b.title))"),
         "output is shown as it is")
    lines = browser.value("[...document.querySelectorAll('.source li code')].map((n) => n.textContent)")
    need([hostile.folded(line) for line in lines] == [hostile.folded(line) or " " for line in hostile.PROGRAM.decode(errors="replace").split("\n")],
         "the source is shown as it is")
    browser.check_quiet(page)


def main():
    program = shutil.which("chromium")
    if not program:
        print("browser: chromium is missing: NOT tested")
        sys.exit(77)
    keep = pathlib.Path(sys.argv[3]).resolve() if sys.argv[2:3] == ["--keep"] else None
    with tempfile.TemporaryDirectory() as tmp:
        folder = keep or pathlib.Path(tmp)
        folder.mkdir(exist_ok=True)
        browser = Browser(program, tmp + "/profile")
        allways = str(pathlib.Path(sys.argv[1]).resolve())
        try:
            check_unsafe(browser, allways, folder)
            check_others(browser, allways, folder)
            check_two_orders(browser, allways, folder)
            check_hostile(browser, allways, folder)
            (folder / "long.ivl").write_text(hostile.LONG)
            page, plain = make(allways, folder, "long", 1, str(folder / "long.ivl"), "--property=assert")
            browser.open(page)
            browser.picture(folder / "long.png")
            check_long(browser, plain)
            browser.check_quiet(page)
        finally:
            browser.close()
    print("browser: all pages are well")


main()
