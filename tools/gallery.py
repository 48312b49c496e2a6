#!/usr/bin/env python3
"""gallery.py ALLWAYS [--check] [NAME...]: writes doc/gallery anew: of each program the text, the page, and the index.

With --check nothing is written; what differs from what is there is told, and the status is 1. No row of a trace may be blank or show
where the compiler's library lies: that is looked at in both cases.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import child

GALLERY = ROOT / "doc" / "gallery"
# program, options, who did what wrong
PROGRAMS = [
    ("deadlock_three.c", "--property=deadlock",
     "`rent`, `shopping` and `salary` each hold the account they take from and wait for the next one's: the locks need one order for all."),
    ("lost_wakeup.c", "--property=deadlock",
     "`main` signals after `reader` has seen that `ready` is false and before it waits: the look must be under the lock, in a loop."),
    ("vector_race.cpp", "--property=no-data-race", "`buyer` calls `add_order` without `orders_lock`, which `seller` holds."),
    ("pool_freed.cpp", "--property=valid-memsafety",
     "`main` deletes the job that it submitted, the pool's worker takes it from the queue afterwards and writes its result."),
    ("aba.cpp", "--property=assert",
     "`slow` has read `c` and its next, `b`; `quick` pops both and pushes `c` again; the top is `c` as before, so `slow` makes the taken `b` the top."),
    ("fifo_overflow.cpp", "--property=assert", "`sensor` ignores that `nb_write` fails when the FIFO is full: `logger` misses a sample."),
    ("event_race.cpp", "--property=deadlock",
     "If `master` runs first, it notifies `request` before `slave` waits for it: both wait for ever."),
    ("uart.cpp", "--property=assert", "`receiver` samples half a bit time after the edge, in the start bit: every bit is one place too late."),
    ("coherence.c", "--property=assert",
     "`store` gives the bus back between invalidating the other copy and taking its own: both cores do the first half, then both are MODIFIED."),
    ("long_names.c", "--property=no-data-race", "`station_at_the_staff_entrance` counts without `counter_lock`."),
    ("handover.c", "--property=assert", "After 118 rounds the number is 127, one more makes it negative."),
    ("barrier.c", "--property=assert", "The barrier is for seven of the eight threads: `worker` number 0 sums up before the last one has written its part."),
]
HEAD = """# Gallery

Programs with a mistake each, and what Allways says about them: the text as printed, and the page of `--report=x.html`, to be opened in
a browser ([how to read them](../report-format.md)). `tools/gallery.py` writes all of it.

| program | text, page | who did what wrong |
|---|---|---|
"""
LIBRARY = re.compile(r"/usr/|include/c\+\+|runtime/|bits/")
# Rows of the table: a number or a continuation, and nothing else.
BLANK = re.compile(r"^[ \d]{5}\d *$|^[ \d]{5}\d +\(library\)$", re.M)


def show(allways, program, options, folder):
    page = folder / (pathlib.Path(program).stem + ".html")
    words = [program, *options.split(), f"--report={page}"]
    done = child.run([allways, *words], cwd=GALLERY, cpu=300)
    if done.returncode != 1:
        sys.exit(f"gallery: {program}: status {done.returncode}\n{done.stdout}{done.stderr}")
    for pattern, what in [(LIBRARY, "a path of the library"), (BLANK, "a blank row")]:
        found = pattern.search(done.stdout)
        if found:
            sys.exit(f"gallery: {program}: {what}: {found.group()}\n{done.stdout}")
    # Where the page was written is nothing of the result.
    text = page.read_text().replace(str(page), page.name)
    return {page.name: text, page.stem + ".txt": f"$ allways {program} {options}\n{done.stdout}"}


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    check, names = "--check" in sys.argv, [word for word in sys.argv[2:] if not word.startswith("--")]
    files = {"README.md": HEAD + "".join(
        f"| [{p}]({p}) | [text]({pathlib.Path(p).stem}.txt), [page]({pathlib.Path(p).stem}.html) | {said} |\n" for p, _, said in PROGRAMS)}
    with tempfile.TemporaryDirectory() as tmp:
        for program, options, _ in PROGRAMS:
            if not names or pathlib.Path(program).stem in names:
                files.update(show(allways, program, options, pathlib.Path(tmp)))
    stale = [name for name, text in files.items() if not (GALLERY / name).exists() or (GALLERY / name).read_text() != text]
    if not check:
        for name in stale:
            (GALLERY / name).write_text(files[name])
    print(f"gallery: {len(files)} files, " + (f"{'old' if check else 'written'}: {', '.join(sorted(stale))}" if stale else "all as they were"))
    sys.exit(1 if check and stale else 0)


main()
