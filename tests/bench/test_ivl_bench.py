"""tools/ivl-bench: the list is well formed, every small instance prints and says what is expected, bad names fail.

With the path of the program as argument each small instance must also be accepted by its IVL front end.
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
TOOL = os.path.join(ROOT, "tools", "ivl-bench")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tools"))

from ivlbench import cli  # noqa: E402  (the path of the package is known only now)

LARGE = 60  # numbers above this only scale a program that the smaller instances already show


def bench(*arguments):
    return subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, check=False)


def small(name):
    digits = "".join(c if c.isdigit() else " " for c in name).split()
    return all(int(text) <= LARGE for text in digits)


def check_list():
    rows = [line.split("\t") for line in bench("--list").stdout.splitlines()]
    assert len(rows) > 150, "the list is too short"
    assert len({row[0] for row in rows}) == len(rows), "a name is listed twice"
    for row in rows:
        assert len(row) == 3 and row[1] in ("safe", "unsafe") and row[2] in ("acyclic", "cyclic"), row
    return rows


def check_names():
    for short, full in (("mst.2", "mem-slave-tlm.2"), ("mst-bug2.1", "mem-slave-tlm-bug2.1"),
                        ("mem-slave-tlm.bug.1", "mem-slave-tlm-bug.1"), ("sfifo-1c2p.10", "simple-fifo-1c2p.10"),
                        ("sym-cnt.1.3", "symbolic-counter.1.3"), ("pres-safe.5", "pressure-safe.5"),
                        ("sym-acc.2", "symmetric-accumulator.2"), ("cb.8", "condition-builder.8")):
        assert bench(short).stdout == bench(full).stdout != "", short
    for bad in ("token-ring", "token-ring.x", "token-ring.0", "nothing.3", "rbuf-3", "condition-builder.7"):
        answer = bench(bad)
        assert answer.returncode == 65 and answer.stdout == "" and answer.stderr, bad
    assert bench().returncode == 64 and bench("--nothing").returncode == 64


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else None
    rows = check_list()
    check_names()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.ivl")
        for name, verdict, _ in rows:
            if not small(name):
                continue
            text = cli.family_of(name).text(name)
            expect = "// expect: safe\n" if verdict == "safe" else "// expect: unsafe assert\n"
            assert text.startswith(f"// {name}: ") and expect in text, name
            if program:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                answer = subprocess.run([program, "ir", path], capture_output=True, text=True, check=False)
                assert answer.returncode == 0, f"{name}: {answer.stderr}"
    print(f"{len(rows)} instances listed")


if __name__ == "__main__":
    main()
