#!/usr/bin/env python3
"""Bad input gets a diagnostic and status 65, quickly and in little memory; limits end in an honest UNKNOWN; what cannot be
written is status 74.

usage: bad.py ALLWAYS [--limit-memory] [--slow FACTOR] [--only NAME]
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

MB = 1024 * 1024
OK, UNSAFE, UNKNOWN, USAGE, INPUT, IO = 0, 1, 2, 64, 65, 74
LIMIT_MB = 512
MAIN = b"main { start; }\n"

# name: (file name, content or None, what the first diagnostic must match)
PLACED = r"{path}:\d+:\d+: error: "
WHOLE = r"{path}:(\d+:\d+:)? (error: )?"


def nested(open_, close, size):
    half = size // (len(open_) + len(close))
    return b"int x = " + open_ * half + b"1" + close * half + b";\n" + MAIN


def bad_files():
    deep = 10 * MB
    yield "unknown token", "p.ivl", b"int x;\nmain { x = $; }\n", PLACED
    yield "type error", "p.ivl", b"event e;\nint x = e;\n" + MAIN, PLACED
    yield "undeclared name", "p.ivl", b"main { start; assert y; }\n", PLACED
    yield "missing main", "p.ivl", b"int x;\n", PLACED
    yield "nested parentheses", "p.ivl", nested(b"(", b")", deep), PLACED
    yield "parentheses never closed", "p.ivl", b"int x = " + b"(" * deep, PLACED
    yield "open braces", "p.ivl", b"{" * deep, PLACED
    yield "open braces in main", "p.ivl", b"main " + b"{" * deep, PLACED
    yield "closing braces", "p.ivl", b"}" * deep, PLACED
    yield "nested brackets", "p.ivl", b"int a[2];\nmain { start; assert " + b"a[" * (deep // 2) + b"; }", PLACED
    yield "unary operators", "p.ivl", b"int x = " + b"-!" * (deep // 2) + b"1;\n" + MAIN, PLACED
    yield "stars", "p.ivl", b"int " + b"*" * deep + b"p;\n" + MAIN, PLACED
    yield "long sum", "p.ivl", b"int x = " + b"1+" * (deep // 2) + b";\n" + MAIN, PLACED
    yield "long conditional", "p.ivl", b"int x = " + b"1?1:" * (deep // 4) + b";\n" + MAIN, PLACED
    yield "else if for ever", "p.ivl", b"main { " + b"if (1) ; else " * (deep // 14), PLACED
    yield "many errors", "p.ivl", b"int x = ;\n" * (MB // 10), PLACED
    yield "empty file", "p.ivl", b"", WHOLE
    yield "only a comment", "p.ivl", b"// nothing\n", PLACED
    yield "open comment", "p.ivl", b"main { start; }\n/* " + b"x" * MB, PLACED
    yield "binary file", "p.ivl", bytes(range(256)) * 64, WHOLE
    yield "zero bytes", "p.ivl", b"\0" * 4096, WHOLE
    yield "zero byte inside", "p.ivl", b"int x;\0int y;\n" + MAIN, WHOLE
    yield "not UTF-8", "p.ivl", b"int \xff\xfe = 1;\n" + MAIN, WHOLE
    yield "huge literal", "p.ivl", b"int x = " + b"9" * (5 * MB) + b";\n" + MAIN, PLACED
    yield "literal beyond 64 bits", "p.ivl", b"int x = 18446744073709551616;\n" + MAIN, PLACED
    yield "long line", "p.ivl", b"int " + b"x" * (5 * MB) + b" = y;\n" + MAIN, PLACED
    yield "long line of blanks", "p.ivl", b" " * (5 * MB) + b"$", PLACED
    yield "huge array", "p.ivl", b"int a[4000000000];\n" + MAIN, PLACED
    yield "unknown ending", "p.xyz", MAIN, WHOLE
    yield "no ending", "p", MAIN, WHOLE
    yield "missing file", "missing.ivl", None, WHOLE
    yield "bad IR", "p.air", b"func ( } 17\n", PLACED
    yield "nested IR", "p.air", b"(" * deep, PLACED
    yield "bad trace", "p.trace", b"{\"schedule\": [1, 2", WHOLE
    yield "nested trace", "p.trace", b"[" * deep, WHOLE


RECURSION = """int f(int n) {
  return f(n + 1) + 1;
}
int x;
thread T {
  x = f(0);
}
main {
  start;
}
"""
ENDLESS = """int x;
thread T {
  while (true) {
    x = x + 1;
  }
}
main {
  start;
}
"""
# Every run ends, but there are more schedules and states than anybody can visit.
LONG = """int x;
event e;
thread A { for (int i = 0; i < 60; i += 1) { x += 1; wait_time 1; } }
thread B { for (int i = 0; i < 60; i += 1) { x += 3; notify e; wait_time 1; } }
thread C { for (int i = 0; i < 60; i += 1) { x *= 5; wait_time 1; } }
thread D { for (int i = 0; i < 60; i += 1) { wait e; x -= 7; } }
main { start; }
"""
# A step in which the solver works for long: factors of a product of two primes.
HARD = """u64 a = ?(u64);
u64 b = ?(u64);
thread T {
  assume(a > 1 && b > 1 && a < 4294967296 && b < 4294967296);
  assert a * b != 0x7d3a33b1a7f10e8d;
}
main {
  start;
}
"""


class Failure(Exception):
    pass


PATIENCE = 10  # times as long as allowed by the clock, as long as little of it was CPU time


def cpu_seconds(pid):
    """What a process and its children that have ended took."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(int(f) for f in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def children_seconds():
    """CPU time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Runner:
    def __init__(self, args, folder):
        self.allways = os.path.abspath(args.allways)
        self.limit_memory = args.limit_memory
        self.seconds = 5 * args.slow
        self.slow = args.slow
        self.folder = folder

    def limit(self):
        if self.limit_memory:
            resource.setrlimit(resource.RLIMIT_AS, (LIMIT_MB * MB, LIMIT_MB * MB))

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as f:
            f.write(content if isinstance(content, bytes) else content.encode())
        return path

    def start(self, arguments):
        return subprocess.Popen([self.allways, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=self.limit)

    def finish(self, process, seconds):
        """Output of the process, which may take as many seconds of CPU time; on a busy machine they last longer."""
        for _ in range(PATIENCE):
            try:
                out, err = process.communicate(timeout=seconds)
                break
            except subprocess.TimeoutExpired:
                if cpu_seconds(process.pid) >= 0.5 * seconds:
                    break
        if process.poll() is None:
            process.kill()
            process.communicate()
            raise Failure(f"still running after {seconds} s")
        return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")

    def run(self, arguments, seconds=None):
        return self.finish(self.start(arguments), seconds or self.seconds)


def clip(text):
    return text if len(text) < 600 else text[:300] + " ... " + text[-300:]


def check_bad(run, path, pattern):
    command = ["replay", path] if path.endswith(".trace") else [path]
    status, out, err = run.run(command)
    if status != INPUT:
        raise Failure(f"exit status {status} instead of {INPUT}; stderr: {clip(err)}")
    if not re.search(pattern.replace("{path}", re.escape(path)), err):
        raise Failure(f"no diagnostic with a place: {clip(err)}")
    if len(err) > 100000:
        raise Failure(f"{len(err)} bytes of diagnostics")
    if out.strip():
        raise Failure(f"something on stdout: {clip(out)}")


def check_alone(run):
    """A copy of the executable without the compiler stage beside it says what is missing, not that the program is bad."""
    folder = os.path.join(run.folder, "alone")
    os.mkdir(folder)
    alone = Runner(argparse.Namespace(allways=shutil.copy(run.allways, folder), limit_memory=run.limit_memory, slow=run.slow), folder)
    program = alone.write("p.c", "int main(void) { return 0; }\n")
    check_bad(alone, program, r"header \S*allways/allways\.h is missing")
    headers = os.path.join(folder, "include")
    shutil.copytree(os.path.join(os.path.dirname(run.allways), "include"), headers, symlinks=True)
    check_bad(alone, program, r"allways-cc` cannot be started")
    # Nor are the system's headers taken where one of ours is missing: theirs mean other things.
    cxx = alone.write("p.cpp", "#include <pthread.h>\nint main() {}\n")
    for name, kinds in (("allways/pthread.h", (program, cxx)), ("systemc", (cxx,)), ("symcpp", (cxx,)), ("cxx", (cxx,)), ("forward", (cxx,))):
        os.rename(os.path.join(headers, name), os.path.join(headers, "away"))
        for path in kinds:
            check_bad(alone, path, r"{path}: error: the header \S*include/" + re.escape(name) + r"\S* is missing")
        os.rename(os.path.join(headers, "away"), os.path.join(headers, name))
    check_bad(alone, cxx, r"allways-cc` cannot be started")


def check_unknown(status, out, err, words):
    if status != UNKNOWN:
        raise Failure(f"exit status {status} instead of {UNKNOWN}; stdout: {clip(out)} stderr: {clip(err)}")
    try:
        result = json.loads(out)
    except ValueError as e:
        raise Failure(f"no JSON ({e}): {clip(out)}") from None
    if result.get("verdict") != "unknown":
        raise Failure(f"verdict {result.get('verdict')}")
    reason = (result.get("reason") or "") + " " + " ".join(result.get("limits") or [])
    if not re.search(words, reason, re.IGNORECASE):
        raise Failure(f"reason '{reason}' does not match '{words}'")
    if result["counters"]["transitions"] < 1:
        raise Failure("no statistics")
    return result


def limit_cases(run):
    path = {name: run.write(name + ".ivl", text)
            for name, text in (("recursion", RECURSION), ("endless", ENDLESS), ("long", LONG), ("hard", HARD))}

    def limited(name, words, *options, place=False):
        def check():
            result = check_unknown(*run.run([path[name], "--json", *options], 20 * run.slow), words)
            if place and ".ivl" not in json.dumps(result):
                raise Failure("the place is missing")
        return check

    def text_form():
        status, out, err = run.run([path["endless"], "--engine=stateful", "--stats", "--step-limit=100000"], 20 * run.slow)
        if status != UNKNOWN or "unknown" not in out.lower() or not re.search(r"transitions", out + err):
            raise Failure(f"status {status}, stdout: {clip(out)} stderr: {clip(err)}")

    def signalled(number, engine):
        def check():
            process = run.start([path["long"], "--json", "--engine=" + engine])
            while process.poll() is None and cpu_seconds(process.pid) < 0.5 * run.slow:
                time.sleep(0.05)
            process.send_signal(number)
            check_unknown(*run.finish(process, 5 * run.slow), r"interrupt|signal|stop|terminat")
        return check

    def timed(name, engine):
        def check():
            begin = children_seconds()
            limited(name, r"time", "--timeout=1", "--engine=" + engine)()
            if children_seconds() - begin > 4 * run.slow:
                raise Failure(f"--timeout=1 worked for {children_seconds() - begin:.1f} s")
        return check

    yield "result of a limit as text", text_form
    for engine in "naive", "stateless":
        e = "--engine=" + engine
        yield f"{engine}: recursion without end", limited("recursion", r"recurs|frames|depth", e)
        yield f"{engine}: transition that never ends", limited("endless", r"transition|step", e, "--step-limit=200000")
        yield f"{engine}: limit of transitions", limited("long", r"transitions", e, "--max-transitions=500")
        yield f"{engine}: limit of depth", limited("long", r"depth", e, "--max-depth=8", "--max-transitions=100000")
        yield f"{engine}: SIGINT", signalled(signal.SIGINT, engine)
        yield f"{engine}: SIGTERM", signalled(signal.SIGTERM, engine)
        yield f"{engine}: time limit", timed("long", engine)
    yield "naive: memory limit", limited("long", r"memory", "--engine=naive", "--memory=40")
    yield "stateless: time limit inside the solver", timed("hard", "stateless")
    yield "naive: inputs that cannot be enumerated", limited("hard", r"input", "--engine=naive")


def bad_cases(run):
    for name, file, content, pattern in bad_files():
        def check(file=file, content=content, pattern=pattern):
            path = os.path.join(run.folder, file)
            if content is not None:
                run.write(file, content)
            try:
                check_bad(run, path, pattern)
            finally:
                if content is not None:
                    os.unlink(path)
        yield name, check
    directory = os.path.join(run.folder, "directory.ivl")
    os.mkdir(directory)
    yield "directory", lambda: check_bad(run, directory, WHOLE)
    yield "executable without its parts", lambda: check_alone(run)
    secret = run.write("secret.ivl", MAIN)
    os.chmod(secret, 0)
    if not os.access(secret, os.R_OK):
        yield "file without permission", lambda: check_bad(run, secret, WHOLE)


WRONG = "int x;\nthread T {\n  x = 1;\n  assert x == 0;\n}\nmain {\n  start;\n}\n"
SAFE_C = "int main(void) { return 0; }\n"
NOT_WRITTEN = r"allways: .*cannot write|is not written"


def output_cases(run):
    """Results, reports and logs that cannot be written; streams that are closed."""
    wrong, safe_c = run.write("wrong.ivl", WRONG), run.write("safe.c", SAFE_C)
    endless = run.write("turns.ivl", LONG)
    trace = os.path.join(run.folder, "wrong.trace")
    run.run([wrong, "--report=" + trace])

    def shell(redirection, status, *words, err=None, out=None, absent=None):
        """The command with its streams changed by a shell, the only one who can close them."""
        def check():
            process = child.run(["sh", "-c", f'"$@" {redirection}', "sh", run.allways, *words], cpu=int(120 * run.slow), errors="replace")
            if process.returncode != status:
                raise Failure(f"exit status {process.returncode} instead of {status}: {clip(process.stdout + process.stderr)}")
            if err and not re.search(err, process.stderr):
                raise Failure(f"stderr does not match '{err}': {clip(process.stderr)}")
            if err and len(re.findall(NOT_WRITTEN, process.stderr)) != 1:
                raise Failure(f"not said exactly once: {clip(process.stderr)}")
            if out and not re.search(out, process.stdout):
                raise Failure(f"stdout does not match '{out}': {clip(process.stdout)}")
            if absent and os.path.lexists(absent):
                raise Failure(f"{absent} was left behind")
        return check

    full, closed = r"cannot write the result to stdout: No space left", r"cannot write to stdout: it is closed"
    commands = {"verify C": [safe_c], "verify": [wrong], "verify --json": [wrong, "--json"], "simulate": ["simulate", wrong],
                "simulate --json": ["simulate", wrong, "--json"], "replay": ["replay", trace], "ir": ["ir", wrong],
                "ir of C": ["ir", safe_c], "list": ["list", "options"], "--help": ["--help"], "--version": ["--version"],
                "--options": ["--options=json"], "man": ["man"],
                "time limit": [endless, "--engine=naive", "--timeout=0.3"]}
    for name, words in commands.items():
        yield f"{name}, stdout full", shell(">/dev/full", IO, *words, err=full)
        yield f"{name}, stdout closed", shell(">&-", IO, *words, err=closed)
    yield "stdout only read", shell("1</dev/null", IO, wrong, err=closed)
    yield "wrong usage, stdout closed", shell(">&-", USAGE, wrong, "--no-such-option")
    for name, streams in ("stdin", "<&-"), ("stderr", "2>&-"), ("stdin and stderr", "<&- 2>&-"):
        yield f"{name} closed, C", shell(streams, OK, safe_c, out="^SAFE")
        yield f"{name} closed", shell(streams, UNSAFE, wrong, out="^UNSAFE")
        yield f"{name} closed, simulate", shell(streams, UNSAFE, "simulate", wrong, out="UNSAFE")
        yield f"{name} closed, bad input", shell(streams, INPUT, run.write("none.ivl", "int x;\n"))
    yield "all closed", shell("<&- >&- 2>&-", IO, safe_c)

    nowhere, folder = os.path.join(run.folder, "no", "r.json"), os.path.join(run.folder, "folder.json")
    os.mkdir(folder)
    early = "--timeout=100"  # the search would take that long
    for option in "--report", "--log", "--smt-log":
        yield f"{option} in no folder", shell("", IO, endless, early, f"{option}={nowhere}", err="No such file", absent=nowhere)
        yield f"{option} is a folder", shell("", IO, endless, early, f"{option}={folder}", err="is a directory")
        yield f"{option} below a file", shell("", IO, endless, early, f"{option}={wrong}/r.json", err="Not a directory")
    for option in "--log", "--graph":
        yield f"{option} full", shell("", IO, safe_c, "--engine=cegar", f"{option}=/dev/full", err="/dev/full: (No space|some of it is missing)", out="^SAFE")
    dangling = os.path.join(run.folder, "full.json")
    os.symlink("/dev/full", dangling)
    yield "--report full", shell("", IO, wrong, "--report=" + dangling, err="No space left", out="^UNSAFE")
    yield "simulate --report full", shell("", IO, "simulate", wrong, "--report=" + dangling, err="No space left")
    yield "replay --report full", shell("", IO, "replay", trace, "--report=" + dangling, err="No space left")
    unsafe_only = os.path.join(run.folder, "safe.trace")
    yield "a form that the result does not have", shell("", OK, safe_c, "--report=" + unsafe_only, err="no counterexample",
                                                        absent=unsafe_only)
    bad, report = run.write("bad.ivl", "int x;\n"), os.path.join(run.folder, "bad.json")
    yield "no report of bad input", shell("", INPUT, bad, "--report=" + report, absent=report)
    locked = os.path.join(run.folder, "locked")
    os.mkdir(locked, 0o500)
    if not os.access(locked, os.W_OK):
        yield "folder without permission", shell("", IO, endless, early, f"--report={locked}/r.json", err="Permission denied")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("allways")
    parser.add_argument("--limit-memory", action="store_true", help=f"at most {LIMIT_MB} MB of address space")
    parser.add_argument("--slow", type=float, default=1, help="factor for all times (sanitizers)")
    parser.add_argument("--only", help="cases whose name contains this")
    parser.add_argument("--part", choices=["input", "limits", "output"], help="one of them")
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        run = Runner(args, folder)
        cases = []
        for part, make in ("input", bad_cases), ("limits", limit_cases), ("output", output_cases):
            if args.part in (None, part):
                cases += make(run)
        for name, check in cases:
            if args.only and args.only not in name:
                continue
            begin = time.monotonic()
            try:
                check()
                passed += 1
                verdict = "ok"
            except Failure as e:
                failed += 1
                verdict = f"FAILED: {e}"
            print(f"{name}: {verdict} ({time.monotonic() - begin:.1f} s)", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
