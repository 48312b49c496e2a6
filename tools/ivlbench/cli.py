"""Command line of tools/ivl-bench."""
import sys

from ivlbench import buffers, counters, designs, fifos, rings

FAMILIES = counters.FAMILIES + rings.FAMILIES + buffers.FAMILIES + fifos.FAMILIES + designs.FAMILIES

# Table 7.1 and tables 7.9/7.10 of the document abbreviate.
SHORT = {"mst": "mem-slave-tlm", "sfifo": "simple-fifo", "sym-cnt": "symbolic-counter", "pres-safe": "pressure-safe",
         "sym-acc": "symmetric-accumulator", "cb": "condition-builder", "toy-sim": "toy-sym"}

USAGE = """usage: ivl-bench NAME      print the benchmark NAME as IVL, e.g. ivl-bench token-ring.13
       ivl-bench --list    one line per instance: name, safe|unsafe, acyclic|cyclic (tab-separated)
"""


def full_name(name):
    for short, full in SHORT.items():
        if name == short or name.startswith((short + ".", short + "-")):
            name = full + name[len(short):]
            break
    return name.replace("mem-slave-tlm.bug", "mem-slave-tlm-bug")


def family_of(name):
    for family in FAMILIES:
        if family.arguments(name) is not None:
            return family
    return None


def listing():
    rows = []
    for family in FAMILIES:
        for name in family.instances:
            rows.append(f"{name}\t{family.verdict}\t{family.space_of(name)}")
    return rows


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(listing()))
        return 0
    if arguments in (["--help"], ["-h"]):
        print(USAGE, end="")
        return 0
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(USAGE, end="", file=sys.stderr)
        return 64
    name = full_name(arguments[0])
    family = family_of(name)
    if family is None:
        print(f"ivl-bench: no benchmark is called {arguments[0]!r}; ivl-bench --list shows the names", file=sys.stderr)
        return 65
    try:
        print(family.text(name), end="")
    except ValueError as problem:
        print(f"ivl-bench: {problem}", file=sys.stderr)
        return 65
    return 0
