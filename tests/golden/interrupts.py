#!/usr/bin/env python3
"""Runs that are ended from outside: interrupts.py ALLWAYS

Ctrl-C, SIGTERM, the time limit and the memory limit must all give a clean UNKNOWN with statistics and exit status 2.
"""
import json
import pathlib
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ENDLESS = "programs/endless.ivl"     # infinitely many states


def start(allways, *options):
    words = [allways, "--json", "--engine=naive", *options, ENDLESS]
    return subprocess.Popen(words, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process, expected):
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2, f"exit status {process.returncode}: {err.decode()}"
    result = json.loads(out)
    assert result["verdict"] == "unknown", result["verdict"]
    assert expected in result["reason"], result["reason"]
    assert any(expected in limit for limit in result["limits"]), result["limits"]
    assert result["counters"]["transitions"] > 0


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    for number, name in ((signal.SIGINT, "SIGINT"), (signal.SIGTERM, "SIGTERM")):
        process = start(allways)
        time.sleep(1.0)
        process.send_signal(number)
        finish(process, f"interrupted by {name}")
    began = time.monotonic()
    finish(start(allways, "--timeout=1"), "time limit of 1 s")
    assert time.monotonic() - began < 20
    finish(start(allways, "--memory=100"), "memory limit of 100 MB")
    finish(start(allways, "--max-transitions=500"), "limit of transitions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
