#!/usr/bin/env python3
"""tasks.py ALLWAYS --part stored|writers|each|file|broken

A stored result must be what the run printed, byte for byte, and must not be given for anything that is not the same task: each change of
program, flags, options or executable is tried. Whether a run searched is seen by its --stats: a stored one repeats the time of the first.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

SAFE, UNSAFE, UNKNOWN, USAGE, INPUT, IO = 0, 1, 2, 64, 65, 74
STORED = "allways: stored result of "

RACE = """
#include <pthread.h>
#include <assert.h>
#ifndef N
#define N 2
#endif
static int x;
static void *add(void *arg) { x += N; return arg; } // here
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x++;
  pthread_join(t, 0);
  assert(x >= 1);
  return 0;
}
"""
CALM = "int main(void) { int x = 1; return x - 1; }\n"
MODEL = "int x = 0;\nthread T { x = 1; assert x == 1; }\nmain { start; }\n"


class Folder:
    def __init__(self, allways, path):
        self.allways, self.path, self.wrong = allways, path, []

    def write(self, name, text):
        (self.path / name).write_text(text)

    def run(self, *words, allways=None):
        return child.run([allways or self.allways, *words], cwd=self.path, cpu=120)

    def check(self, what, holds, done=None):
        if not holds:
            self.wrong.append(what + (f": exit status {done.returncode}\n{done.stdout}{done.stderr}" if done else ""))

    def expect(self, what, status, *words, out=(), err=(), none=()):
        done = self.run(*words)
        texts = [(done.stdout, out, True), (done.stderr, err, True), (done.stdout + done.stderr, none, False)]
        holds = done.returncode == status and all((re.search(p, text, re.M) is not None) == there for text, ps, there in texts for p in ps)
        self.check(what, holds, done)
        return done


def stored(f):
    f.write("race.c", RACE)
    words = ["race.c", "--property=no-data-race", "--cache-dir=kept", "--stats"]
    first = f.expect("first run", UNSAFE, *words, none=[STORED])
    again = f.expect("second run", UNSAFE, *words, err=[STORED])
    f.check("a stored result is what was printed", first.stdout == again.stdout, again)
    fresh = lambda what, status, *more, **how: f.expect(what, status, *more, none=[STORED], **how)
    fresh("another property", SAFE, "race.c", "--property=assert", "--cache-dir=kept", "--stats")
    fresh("another engine", UNSAFE, *words, "--engine=dpor")
    fresh("another option of the output", UNSAFE, "race.c", "--property=no-data-race", "--cache-dir=kept")
    fresh("flags that change the program", UNSAFE, *words, "--", "-DN=3")
    f.expect("flags that do not", UNSAFE, *words, "--", "-DM=3", err=[STORED])
    f.expect("time is no part of the question", UNSAFE, *words, "--timeout=50", err=[STORED])
    f.write("race.c", RACE.replace("// here", "// there"))
    fresh("what the report shows of the source", UNSAFE, *words)
    f.write("race.c", RACE.replace("x++", "__atomic_fetch_add(&x, 1, 5)"))
    fresh("a changed program", UNSAFE, *words)
    f.write("race.c", RACE)
    f.expect("the first program again", UNSAFE, *words, err=[STORED])
    copy = f.path / "bin"
    shutil.copytree(pathlib.Path(f.allways).parent / "include", copy / "include", symlinks=True)
    shutil.copy(pathlib.Path(f.allways).parent / "allways-cc", copy / "allways-cc")
    shutil.copy(f.allways, copy / "allways")
    with open(copy / "allways", "ab") as other:
        other.write(b"\0another build")
    done = f.run(*words, allways=str(copy / "allways"))
    f.check("another executable", done.returncode == UNSAFE and STORED not in done.stderr, done)
    # Results in the other forms, and reports.
    plain = ["race.c", "--property=no-data-race", "--cache-dir=kept", "--json", "--report=a.trace", "--report=a.sarif"]
    fresh("JSON", UNSAFE, *plain)
    reports = {name: (f.path / name).read_bytes() for name in ("a.trace", "a.sarif")}
    one = json.loads(f.run(*plain, "--timeout=40").stdout)
    f.check("JSON says that it was stored", one.pop("stored", "").endswith("UTC"))
    for name in reports:
        (f.path / name).unlink()
    done = f.expect("reports from the store", UNSAFE, *[w.replace("=a.", "=b.") for w in plain])
    for name, text in reports.items():
        f.check("reports are the same", (f.path / name.replace("a.", "b.")).read_bytes() == text)
    f.expect("its counterexample replays", UNSAFE, "replay", "b.trace")
    f.write("calm.c", CALM)
    for _ in range(2):
        f.expect("a report that has nothing to say is not kept", SAFE, "calm.c", "--cache-dir=kept", "--report=a.vcd", none=[STORED])
    # What more time might change.
    f.write("long.c", RACE.replace("x++", "for (int i = 0; i < 1000000; i++) x++").replace("x += N", "for (int i = 0; i < 1000000; i++) x++"))
    for _ in range(2):
        f.expect("UNKNOWN for want of time", UNKNOWN, "long.c", "--engine=naive", "--timeout=0.5", "--cache-dir=kept", none=[STORED])
    words = ["race.c", "--engine=naive", "--max-transitions=1", "--cache-dir=kept"]
    f.expect("UNKNOWN for another reason", UNKNOWN, *words, none=[STORED])
    f.expect("UNKNOWN for another reason, again", UNKNOWN, *words, err=[STORED])
    f.expect("what writes while it searches", USAGE, "race.c", "--cache-dir=kept", "--log=x", err=["--cache-dir keeps no files of --log"])
    f.write("file", "")
    f.expect("no folder", IO, "race.c", "--cache-dir=file", err=["--cache-dir: file cannot be used: Not a directory"])
    f.expect("no folder above", IO, "race.c", "--cache-dir=none/kept", err=["cannot be used"])
    f.write("model.ivl", MODEL)
    f.expect("another language", SAFE, "model.ivl", "--cache-dir=kept", none=[STORED])
    f.expect("another language, again", SAFE, "model.ivl", "--cache-dir=kept", err=[STORED])


def writers(f):
    """Many at once, and entries that are cut, altered, of others, or folders."""
    f.write("calm.c", CALM)
    words = [f.allways, "calm.c", "--cache-dir=kept"]
    runs = [subprocess.Popen(words, cwd=f.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(6)]
    outputs = {run.communicate()[0] for run in runs}
    f.check("writers at once", len(outputs) == 1 and all(run.returncode == 0 for run in runs))
    entries = list((f.path / "kept").iterdir())
    f.check(f"one entry, nothing half made: {entries}", len(entries) == 1)
    entry, rng = entries[0], random.Random(1)
    whole = entry.read_bytes()
    changes = [b"", b"\0" * 100, whole[:-1], whole + b"x", whole.replace(b"SAFE", b"SURE"), whole.replace(b"status 0", b"status 1"), whole[:40],
               whole.replace(b"key ", b"key 0", 1), b"allways result 1\n" + b"9" * 64]
    for _ in range(12):
        at = rng.randrange(len(whole))
        changes.append(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1:])
    for change in changes:
        entry.write_bytes(change)
        done = f.run("calm.c", "--cache-dir=kept")
        f.check(f"altered entry {change!r}", done.returncode == SAFE and STORED not in done.stderr and "it is ignored" in done.stderr, done)
        f.check("it is written anew", entry.read_bytes()[:40] == whole[:40])
    # A whole entry of another task under this name.
    f.run("calm.c", "--cache-dir=kept", "--quiet")
    other = [e for e in (f.path / "kept").iterdir() if e != entry][0]
    entry.write_bytes(other.read_bytes())
    f.expect("an entry of another task", SAFE, "calm.c", "--cache-dir=kept", err=["it is ignored"], none=[STORED])


def each(f):
    f.write("race.c", RACE)
    f.write("calm.c", CALM)
    f.write("model.ivl", MODEL)
    rows = [r"^race\.c +UNSAFE .* data race: .* at race\.c:\d+:\d+$", r"^calm\.c +SAFE \(proved\)", r"^1 of 2 as expected$"]
    f.expect("two files", UNSAFE, "verify", "race.c", "calm.c", "--each", "--property=no-data-race", out=rows)
    f.expect("flags reach them", SAFE, "--each", "calm.c", "--", "-DN=1", out=["1 of 1 as expected"])
    f.expect("other languages", SAFE, "--each", "calm.c", "model.ivl", "--engine", "naive", out=["2 of 2 as expected"])
    f.expect("one that is missing", INPUT, "--each", "calm.c", "none.c", err=[r"none\.c: error"])
    f.write("bad.c", "int main(void) {\n")
    f.expect("one that does not compile", INPUT, "--each", "bad.c", "calm.c", out=[r"^bad\.c +status 65", "calm.c +SAFE"], err=["bad.c:"])
    done = f.expect("JSON", UNSAFE, "--each", "race.c", "calm.c", "--json", "--property=no-data-race")
    all = json.loads(done.stdout)
    f.check("JSON of all", [(t["name"], t["status"], t["result"]["verdict"]) for t in all["tasks"]] == [("race.c", 1, "unsafe"), ("calm.c", 0, "safe")]
            and all["status"] == 1 and all["as_expected"] == 1)
    f.expect("exit status 0 is no verdict", SAFE, "race.c", "--each", "--exit-zero", "--property=no-data-race", out=[r"^race\.c +UNSAFE"])
    f.expect("no file", USAGE, "--each", err=["--each needs files"])
    f.expect("reports", USAGE, "--each", "calm.c", "--report=x.json", err=["--each makes no reports"])
    f.expect("stored", SAFE, "--each", "calm.c", "--cache-dir=kept", none=["stored"])
    f.expect("stored, again", SAFE, "--each", "calm.c", "--cache-dir=kept", out=["stored"])


PROJECT = """# Checks of this folder.
property: [assert, no-data-race]
flags: -DN=3
options:
  timeout: 50
tasks:
  - name: calm
    files: calm.c
    expect: proved
  - name: race
    files: [race.c, sub/more.c]
    flags: [-Isub]
    expect: unsafe
    report: [race.sarif, race.txt]
  - files: race.c
    property: assert
    options: {engine: dpor, malloc-may-fail: true, unwind: 3}
"""


def file(f):
    (f.path / "sub").mkdir()
    f.write("calm.c", CALM)
    f.write("race.c", RACE.replace("#include <assert.h>", "#include <assert.h>\nint more(void);").replace("x++", "x += N - 2")
            .replace("#ifndef N", '#if N != 3\n#error the flags for all are missing\n#endif\n#ifndef N'))
    f.write("sub/more.h", "int more(void);\n")
    f.write("sub/more.c", '#include <more.h>\nint more(void) { return 1; }\n')
    f.write("allways.yml", PROJECT)
    rows = [r"^calm +SAFE \(proved\)", r"^race +UNSAFE .*race\.c:\d+", r"^race\.c +SAFE \(bounded\)", "^3 of 3 as expected$"]
    f.expect("as expected", SAFE, "tasks", out=rows)
    f.check("reports are written", '"2.1.0"' in (f.path / "race.sarif").read_text() and "UNSAFE: data race" in (f.path / "race.txt").read_text())
    other = f.path / "elsewhere"
    other.mkdir()
    done = child.run([f.allways, "tasks", "../allways.yml", "--cache-dir=kept"], cwd=other, cpu=120)
    f.check("from elsewhere", done.returncode == SAFE and (other / "kept").is_dir(), done)
    done = child.run([f.allways, "tasks", "../allways.yml", "--cache-dir=kept", "--json"], cwd=other, cpu=120)
    all = json.loads(done.stdout)
    f.check("all stored", [bool(t["result"].get("stored")) for t in all["tasks"]] == [True] * 3 and all["count"] == 3, done)
    f.write("other.yml", PROJECT.replace("expect: proved", "expect: unsafe"))
    f.expect("a verdict that is not expected", UNSAFE, "tasks", "other.yml", out=["^calm .*expected UNSAFE", "^2 of 3 as expected"])
    f.write("other.yml", PROJECT.replace("unwind: 3", "max-transitions: 1"))
    f.expect("an answer that is missing", UNKNOWN, "tasks", "other.yml", out=[r"^race\.c +UNKNOWN .*expected SAFE"])
    f.write("other.yml", PROJECT.replace("unwind: 3}", "max-transitions: 1}\n    expect: unknown"))
    f.expect("an answer that is expected to be missing", SAFE, "tasks", "other.yml", out=["3 of 3"])
    f.write("other.yml", PROJECT.replace("expect: proved\n", "expect: proved\n    options: {unwind: 2}\n"))
    f.expect("a grade that is not expected", SAFE if "(proved)" in f.run("calm.c", "--unwind=2").stdout else UNSAFE, "tasks", "other.yml")


def broken(f):
    f.write("calm.c", CALM)
    base = "tasks:\n  - name: a\n    files: calm.c\n"
    cases = [
        ("", "1:1: error: the file is empty"),
        ("- a\n", "1:1: error: expected `key: value`"),
        ("tasks:\n  a: b\n", "2:3: error: `tasks` is a list"),
        ("options: {}\n", "1:1: error: `tasks` is a list"),
        ("tasks: [\n", r"2:1: error: not YAML"),
        ("tasks:\n\t- a\n", "2:1: error: not YAML"),
        (base + "    flag: x\n", "4:5: error: unknown key `flag`, did you mean `flags`?"),
        (base.replace("files: calm.c", "files: none.c"), "3:12: error: none.c cannot be read"),
        (base.replace("files: calm.c", "files: {}"), "3:12: error: `files` is a text or a list"),
        (base.replace("    files: calm.c\n", ""), "2:5: error: a task needs `files`"),
        (base + "    expect: fine\n", "4:13: error: `expect` is one of"),
        (base + "    options: {timeout: soon}\n", "4:24: error: --timeout takes a number"),
        (base + "    options: {timeot: 3}\n", "4:23: error: unknown option `--timeot=3`, did you mean --timeout?"),
        (base + "    options: {json: true}\n", "4:15: error: `json` is no option of a task"),
        (base + "    options: {engine: naive, dpor: fg}\n", "2:5: error: task `a`: --dpor does not apply to --engine=naive"),
        (base + "    property: [assert, deadlok]\n", "2:5: error: task `a`: --property: nothing checks `deadlok`, did you mean `deadlock`?"),
        (base + "    report: x.doc\n", "2:5: error: task `a`: --report"),
        (base + "  - name: a\n    files: calm.c\n", "4:11: error: there is a task `a` before"),
        (base + "    name: b\n", "4:5: error: `name` is given twice"),
        ("name: x\n" + base, "1:1: error: unknown key `name`"),
        (base + "    flags: &a [*a]\n", "4:"),
        (base + "    name: \"\\0\"\n", "4:"),
        (base + "    ? [a]\n    : b\n", "4:"),
    ]
    for text, message in cases:
        f.write("p.yml", text)
        f.expect(f"{text!r}", INPUT, "tasks", "p.yml", err=["^p.yml:" + re.escape(message) if "\\" not in message else "^p.yml:" + message])
    f.expect("no file", INPUT, "tasks", "none.yml", err=["none.yml: error: cannot be read: No such file"])
    rng = random.Random(3)
    for _ in range(30):
        text = list(PROJECT)
        for _ in range(rng.randrange(1, 6)):
            text[rng.randrange(len(text))] = rng.choice("[]{}:-&*!|>'\"%@`\n\t ,#?x\x01")
        f.write("p.yml", "".join(text))
        done = f.run("tasks", "p.yml")
        f.check(f"{''.join(text)!r}", done.returncode == INPUT and "p.yml:" in done.stderr, done)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--part", choices=["stored", "writers", "each", "file", "broken"], required=True)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        f = Folder(str(pathlib.Path(given.allways).resolve()), pathlib.Path(folder))
        globals()[given.part](f)
    for text in f.wrong:
        print("FAILED", text)
    print(f"{len(f.wrong)} failed")
    return 1 if f.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
