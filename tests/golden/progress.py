#!/usr/bin/env python3
"""The progress line: progress.py ALLWAYS

On stderr, in place, wiped at the end; nothing of it if stderr is no terminal; the result on stdout is the same.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

HERE = pathlib.Path(__file__).resolve().parent


def run(allways, *options):
    words = [allways, "--engine=naive", "--max-transitions=30000", *options, "programs/endless.ivl"]
    done = child.run(words, cwd=HERE, cpu=120, text=False)
    assert done.returncode == 2, done.stderr.decode()
    return done.stdout.decode(), done.stderr.decode()


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    out, err = run(allways)
    assert err == "", f"progress without a terminal: {err!r}"
    shown_out, shown_err = run(allways, "--progress=always")
    assert shown_out == out
    assert "\n" not in shown_err, shown_err
    assert re.search(r"\r +[0-9.]+ s +\d+ MB +\d+ transitions ", shown_err), shown_err
    assert shown_err.endswith("\r\033[K"), shown_err
    _, err = run(allways, "--progress=never")
    assert err == ""
    return 0


if __name__ == "__main__":
    sys.exit(main())
