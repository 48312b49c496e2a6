#!/usr/bin/env python3
"""Runs the commands of README.md and doc/manual.md that show their output and compares: readme.py ALLWAYS

Such a block begins with `$ allways ...`. A line `...` stands for any number of lines.
"""
import pathlib
import re
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "doc/manual.md"]


def find(wanted, lines, start):
    """Where the wanted lines stand in a row at or after start, or None."""
    for at in range(start, len(lines) - len(wanted) + 1):
        if lines[at:at + len(wanted)] == wanted:
            return at
    return None


def differs(shown, lines):
    """The first part of what is shown that does not come, or None."""
    parts, at = [[]], 0
    for line in shown:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    for i, part in enumerate(parts):
        found = find(part, lines, at)
        if found is None or (i == 0 and found != 0):
            return part
        at = found + len(part)
    return parts[-1] if parts[-1] and at != len(lines) else None


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
    shown_in = {name: re.findall(r"^```\n(\$ allways .*?)^```$", text, re.M | re.S) for name, text in texts.items()}
    for name in [name for name in DOCUMENTS if not shown_in[name]]:
        print(f"{name} shows no command")
        return 1
    blocks, failed = sum(shown_in.values(), []), 0
    for block in blocks:
        command, *shown = block.splitlines()
        words = shlex.split(command[2:])
        done = child.run([allways, *words[1:]], cwd=ROOT, cpu=120)
        missing = differs(shown, (done.stdout or done.stderr).splitlines())  # of a mistake there is only the message
        if missing is not None:
            failed += 1
            print(f"{command}\nshown but not printed:\n" + "\n".join(missing) + "\nprinted:\n" + done.stdout + done.stderr)
    print(f"{len(blocks)} commands, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
