#!/usr/bin/env python3
"""SystemC programs that were written for the reference library, unchanged: does `simulate` print what it prints?

  bench/systemc.py [--allways PATH] [--models FOLDER] [--only TEXT] [--timeout SECONDS] [--schedules N]
                   [--all-schedules CROSS [--max-runs N]] [--rows FILE]

FOLDER (default ../shared/bench/systemc-models) holds learnsystemc/ and accellera-examples/. Each program is compiled with
Debian's libsystemc-dev, run, run with `allways simulate`, and the outputs are compared:

  same      the same text
  order     the same lines at each time, in an order that the standard leaves open
  among     another text in the reference order, but some other schedule (simulate --seed) prints the reference text
  differs   neither
  compile   does not compile with our headers        reference: does not compile with the reference library
  unknown   ends at something that is not supported
  status    the text is that of the reference, but sc_main returns another value, or one of both ends by an error alone

Rows are added to FILE as they come, and those of the same executable that stand there are not measured again, so a run that was
interrupted goes on where it was.

Random numbers are those of glibc on both sides, and time() is 0.

--all-schedules takes the programs that end by themselves and runs them in every order of processes that the standard
allows, with the concrete interpreter (CROSS is the test program tests/cross/cross), at most N runs each:

  among     all schedules were run, and one of them prints the reference text
  found     one of them prints it; there are more than N
  missing   all were run and none prints it
  not found N were run and none prints it
"""
import argparse
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import executable

HERE = os.path.dirname(os.path.abspath(__file__))
REFERENCE_FLAGS = ["-std=c++17", "-w", "-DSC_INCLUDE_DYNAMIC_PROCESSES"]

REFERENCE_SECONDS = 60  # a program that takes longer there does not end by itself

# Version 3.0 of the library needs no SC_HAS_PROCESS; sources written for it get this with version 2.3.4.
PREFIX = """#include <systemc>
#include <type_traits>
#undef SC_METHOD
#undef SC_THREAD
#undef SC_CTHREAD
#define SC_METHOD(func) declare_method_process(func##_handle, #func, std::remove_pointer<decltype(this)>::type, func)
#define SC_THREAD(func) declare_thread_process(func##_handle, #func, std::remove_pointer<decltype(this)>::type, func)
#define SC_CTHREAD(func, edge) \\
  declare_cthread_process(func##_handle, #func, std::remove_pointer<decltype(this)>::type, func, edge)
"""

# The clock stands still, so that both sides draw the same random numbers.
CLOCK = """#include <ctime>
extern "C" time_t time(time_t *to) noexcept { if (to) *to = 0; return 0; }
"""

# Sources of designs with several files: folder, name, files (none: all of the folder), flags.
DESIGNS = [
    ("fir", "fir", "display fir main stimulus"),
    ("fir", "fir_rtl", "display fir_data fir_fsm main_rtl stimulus"),
    ("2.4/in_class_initialization", "in_class_initialization", "in_class_initialization"),
]


# Files that designs read and that do not come with them: folder, name, contents. For the processor: what it does at
# reset, a program that counts down in a loop and uses each unit, its registers, its data.
DATA = {
    "fft/fft_fxpt": {"in_real": "\n".join(str(37 * k * k % 257 - 128) for k in range(48)) + "\n",
                     "in_imag": "\n".join(str(91 * k % 113 - 56) for k in range(48)) + "\n"},
    "fft/fft_flpt": {"in_real": "".join(f"{(37 * k * k % 257 - 128) / 16} \n" for k in range(48)),
                     "in_imag": "".join(f"{(91 * k % 113 - 56) / 8} \n" for k in range(48))},
    "risc_cpu": {
        "bios.img": "00000000 0f000000 02100005 01211000 0c321000\n",
        "icache.img": "\n".join(["00000000"] * 5 + """
            f1400003 f1500001 01312000 04631000 07743000 0a812000 0bc12000 0c912000 0da10000 4e310004 4db10004
            02440000 05440001 1140fffe 29d12000 2bd12000 31e12000 35f12000 f0000002 0e312000 00000000 ff000000 ff000000
            """.split()) + "\n",
        "register.img": "\n".join(f"{k * 0x01010101 & 0xffffffff:08x}" for k in range(32)) + "\n",
        "dcache.img": "\n".join(f"{k * k:08x}" for k in range(64)) + "\n",
    },
}


def designs(models):
    for path in sorted(glob.glob(models + "/learnsystemc/*/*/*.cpp")):
        yield "learnsystemc/" + os.path.basename(os.path.dirname(path)), [path]
    home = models + "/accellera-examples"
    special = {folder for folder, _, _ in DESIGNS}
    for folder, name, files in DESIGNS:
        yield f"accellera/{folder.split('/')[0]}/{name}", [f"{home}/{folder}/{f}.cpp" for f in files.split()]
    for main in sorted(set(os.path.dirname(p) for p in glob.glob(home + "/**/*.cpp", recursive=True))):
        folder = os.path.relpath(main, home)
        if folder not in special:
            yield "accellera/" + folder, sorted(glob.glob(main + "/*.cpp"))


def run(words, seconds, where):
    try:
        done = subprocess.run(words, capture_output=True, timeout=seconds, cwd=where, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace"), "timeout"
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def reference(sources, flags, where, seconds):
    """The output of the reference library, or why there is none, and its exit status."""
    program, prefix = where + "/reference", where + "/prefix.h"
    clock = where + "/clock_of_reference.cpp"
    for path, text in ((prefix, PREFIX), (clock, CLOCK)):
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
    for more in ([], ["-include", prefix]):
        words = ["g++", *REFERENCE_FLAGS, *flags, *more, *sources, clock, "-lsystemc", "-lpthread", "-o", program]
        status, _, errors = run(words, 600, where)
        if status == 0 or "SC_CURRENT_USER_MODULE" not in errors:
            break
    if status != 0:
        return None, first_error(errors), None
    status, out, _ = run([program], seconds, where)
    return (None, "timeout", None) if status is None else (out, "", status)


def first_error(text):
    found = re.search(r"error: (.*)", text)
    return found.group(1)[:90] if found else text.strip()[:90]


def plain(text):
    """Lines that name a source of the library itself are no part of the comparison."""
    return [line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("In file: ")]


def program_output(text):
    """What the program printed: simulate adds how the run ended and the final state."""
    return re.split(r"\n?^(?:.* after \d+ steps? at time \d+.*|UNSAFE: .*)$", text, maxsplit=1, flags=re.M)[0]


def status_differs(expected, out):
    """What is wrong with the exit status: an error ends the program with another one than zero; exit() leaves no value."""
    value = re.search(r"^  sc_main\.result = (-?\d+)", out, re.M)
    if re.search(r"^UNSAFE: ", out, re.M):
        return "" if expected else "status 0, ours ends by an error"
    if value and expected != int(value.group(1)) & 255:
        return f"status {expected}, ours {value.group(1)}"
    return ""


def compare(expected, got):
    want, have = plain(expected), plain(got)
    if want == have:
        return "same"
    return "order" if sorted(want) == sorted(have) else "differs"


def reason(status, out, errors):
    if status == 65:
        return "compile", first_error(errors)
    if status is None:
        return "timeout", ""
    for line in out.splitlines():
        if re.search(r" after \d+ steps? at time", line) and not line.startswith(("the run is over", "deadlock")):
            return "unknown", line[:90]
    verdict = next((l for l in out.splitlines() if l.startswith(("UNSAFE", "UNKNOWN"))), "")
    return ("differs", verdict[:90]) if verdict else ("", "")


def try_schedules(words, expected, options, where):
    for seed in range(1, options.schedules + 1):
        status, out, errors = run([*words[:2], f"--seed={seed}", *words[2:]], options.timeout, where)
        if not reason(status, out, errors)[0] and plain(program_output(out)) == plain(expected):
            return seed
    return None


def put_data(sources, options, where):
    folder = os.path.dirname(sources[0])
    for data in glob.glob(folder + "/*"):
        if os.path.isfile(data) and not data.endswith((".cpp", ".h")):
            shutil.copy(data, where)
    for name, text in DATA.get(os.path.relpath(folder, options.models + "/accellera-examples"), {}).items():
        with open(os.path.join(where, name), "w", encoding="utf-8") as out:
            out.write(text)


def judge(sources, options):
    """(result, seconds, note)"""
    flags = sorted({"-I" + os.path.dirname(s) for s in sources}) + ["-I" + options.models + "/accellera-examples/2.3/include"]
    with tempfile.TemporaryDirectory() as where:
        put_data(sources, options, where)
        expected, why, ends = reference(sources, flags, where, REFERENCE_SECONDS)
        words = [options.allways, "simulate", "--rand=libc", "--step-limit=0", *sources, "--", *flags,
                 "-DSC_INCLUDE_DYNAMIC_PROCESSES"]
        start = time.monotonic()
        limit = options.timeout if expected is not None else min(options.timeout, REFERENCE_SECONDS)
        status, out, errors = run(words, limit, where)
        seconds = time.monotonic() - start
        kind, note = reason(status, out, errors)
        if expected is None:
            return "reference", seconds, f"{why}; ours: {kind or 'runs'} {note}"
        got = program_output(out)
        result = compare(expected, got)
        if result == "differs" and kind not in ("compile", "timeout"):
            seed = try_schedules(words, expected, options, where)
            if seed is not None:
                return "among", seconds, f"schedule {seed}"
        if result != "differs" and kind in ("", "differs"):
            other = status_differs(ends, out)
            return ("status", seconds, other) if other else (result, seconds, f"status {ends}" if ends else "")
        if not note:
            want, have = plain(expected), plain(got)
            i = next((i for i, (a, b) in enumerate(zip(want, have)) if a != b), min(len(want), len(have)))
            note = f"line {i + 1}: {(want[i:i + 1] or ['end'])[0][:40]!r}, ours {(have[i:i + 1] or ['end'])[0][:40]!r}"
        return kind or result, seconds, note


def all_schedules(sources, options):
    """(result, seconds, note) of running every schedule."""
    flags = sorted({"-I" + os.path.dirname(s) for s in sources}) + ["-I" + options.models + "/accellera-examples/2.3/include"]
    with tempfile.TemporaryDirectory() as where:
        put_data(sources, options, where)
        expected, why, _ = reference(sources, flags, where, REFERENCE_SECONDS)
        if expected is None:
            return "reference", 0.0, why
        words = [options.allways, "ir", "--rand=libc", *sources, "--", *flags, "-DSC_INCLUDE_DYNAMIC_PROCESSES"]
        status, out, errors = run(words, options.timeout, where)
        if status != 0:
            return "compile", 0.0, first_error(errors)
        with open(where + "/program.air", "w", encoding="utf-8") as air:
            air.write(out)
        with open(where + "/expected", "w", encoding="utf-8") as text:
            text.write("\n".join(plain(expected)) + "\n")
        start = time.monotonic()
        words = [options.all_schedules, "--prints", where + "/expected", "--max-runs", str(options.max_runs),
                 where + "/program.air"]
        status, out, errors = run(words, options.timeout, where)
        seconds = time.monotonic() - start
        if status is None:
            return "timeout", seconds, ""
        words = (out.strip().splitlines() or [errors.strip()[:90]])[-1]
        return words.split(":")[0], seconds, words.partition(": ")[2]


def known_rows(path, key):
    """Rows of this executable that an earlier run left."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as rows:
        fields = [line.rstrip("\n").split("\t") for line in rows]
    return {f[1]: (f[2], float(f[3]), f[4]) for f in fields if len(f) == 5 and f[0] == key}


def key_of(options):
    """Names what makes the rows: the executable, what is measured."""
    with open(options.allways, "rb") as program:
        text = hashlib.sha256(program.read()).hexdigest()[:12]
    return text + (f"-all-{options.max_runs}" if options.all_schedules else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    executable.add_option(parser)
    parser.add_argument("--models", default=HERE + "/../../shared/bench/systemc-models")
    parser.add_argument("--only", default="")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument("--all-schedules", metavar="CROSS")
    parser.add_argument("--max-runs", type=int, default=2000)
    parser.add_argument("--rows", default="")
    options = parser.parse_args()
    if options.all_schedules:
        options.all_schedules = os.path.abspath(options.all_schedules)
    options.models = os.path.abspath(options.models)
    if not os.path.isdir(options.models):
        print("no programs at", options.models)
        return 77
    count, key = {}, key_of(options)
    known = known_rows(options.rows, key)
    for name, sources in designs(options.models):
        if options.only not in name:
            continue
        if name in known:
            result, seconds, note = known[name]
        else:
            result, seconds, note = (all_schedules if options.all_schedules else judge)(sources, options)
            if options.rows:
                with open(options.rows, "a", encoding="utf-8") as rows:
                    rows.write("\t".join((key, name, result, f"{seconds:.1f}", " ".join(note.split()))) + "\n")
        group = name.split("/")[0]
        count.setdefault(group, {}).setdefault(result, []).append(name)
        print(f"{name:52} {result:10} {seconds:6.1f} s  {note}", flush=True)
    for group, results in count.items():
        total = sum(len(v) for v in results.values())
        good = sum(len(results.get(k, [])) for k in ("same", "order", "among", "found"))
        print(f"{group}: {good} of {total} as the reference simulator: " +
              ", ".join(f"{len(v)} {k}" for k, v in sorted(results.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
