#!/usr/bin/env python3
"""Operators between all data types: does an expression compile with both libraries or with none, and are the values the same?

  tests/systemc/operators.py ALLWAYS                 with the reference library (77: it is not installed)
  tests/systemc/operators.py --write FILE            the sample that stands in reference/

A program asks the compiler which expressions there are (by overload resolution) and prints their values; both libraries run it.
Where they differ for reasons that are known stands in KNOWN: (operator, left, right), `*` for any.
"""
import argparse
import itertools
import re
import shutil
import subprocess
import sys
import tempfile

VALUES = {"bool": "true", "int": "-5", "unsigned": "9u", "long long": "-77LL", "sc_int<5>": "-7", "sc_uint<7>": "100",
          "sc_bigint<70>": "-12345", "sc_biguint<9>": "300", "sc_bv<6>": '"011010"', "sc_lv<6>": '"01Z1X0"', "sc_logic": "SC_LOGIC_1",
          "double": "2.5", "sc_fixed<8, 4>": "3.25", "sc_ufixed<6, 3>": "5.5", "sc_fxval": "1.75"}
# How far things are shifted: below 0, or by more than there are bits, is nobody's business.
SHIFTS = {"bool": "true", "sc_bv<6>": '"000011"', "sc_lv<6>": '"000011"', "sc_logic": "SC_LOGIC_1"}
OPERATORS = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "=", "+=", "-=", "*=", "/=", "%=",
             "&=", "|=", "^=", "<<=", ">>="]
SAMPLE_TYPES = ["int", "sc_int<5>", "sc_bigint<70>", "sc_lv<6>"]
SAMPLE_OPERATORS = ["+", "/", "&", "<<", "==", "<", "=", "^="]
KNOWN = {(op, a, b) for op in OPERATORS for a, b in (("sc_logic", "sc_lv<6>"), ("sc_lv<6>", "sc_logic"))}  # here a bit stands for a vector
# What is no expression with the reference library is an error inside of a template here.
APART = {frozenset((v, f)) for v in ("sc_bv<6>", "sc_lv<6>", "sc_logic") for f in ("sc_fixed<8, 4>", "sc_ufixed<6, 3>", "sc_fxval")}

HEAD = """// Which operators there are between data types, and what they give (made by operators.py).
#define SC_INCLUDE_FX
#include <systemc.h>
"""
OPERATOR = """
template <class A, class B> auto do_{n}(A &a, const B &b, int) -> decltype(void(cout << (a {op} b)), void()) {{
  try {{
    cout << (a {op} b) << endl;
  }} catch (const std::exception &) {{
    cout << "error" << endl;
  }}
}}
template <class A, class B> void do_{n}(A &, const B &, long) {{ cout << "none" << endl; }}
"""


def program(types, operators):
    out = [HEAD]
    for n, op in enumerate(operators):
        out.append(OPERATOR.format(n=n, op=op))
    out.append("\ntemplate <class A, class B> void all(const A &a, const B &b, const B &shift) {\n")
    for n, op in enumerate(operators):
        out.append(f"  {{\n    A x(a);\n    do_{n}(x, {'shift' if op[:2] in ('<<', '>>') else 'b'}, 0);\n  }}\n")
    out.append("}\n\nint sc_main(int, char **) {\n")
    for k, t in enumerate(types):
        out.append(f"  const {t} v{k}({VALUES[t]}), s{k}({SHIFTS.get(t, 3)});\n")
    for (i, a), (j, b) in itertools.product(enumerate(types), repeat=2):
        out.append(f'  cout << "{a}, {b}" << endl;\n  all(v{i}, v{j}, s{j});\n')
    out.append("  return 0;\n}\n")
    return "".join(out)


def values(text, types, operators):
    """(operator, left, right) -> what was printed."""
    lines = [l for l in text.splitlines() if l.strip()]
    found = {}
    for a, b in itertools.product(types, repeat=2):
        if f"{a}, {b}" not in lines:
            continue
        at = lines.index(f"{a}, {b}")
        for n, op in enumerate(operators):
            found[op, a, b] = lines[at + 1 + n] if at + 1 + n < len(lines) else "<end>"
    return found


def is_known(key):
    return any(all(k in ("*", x) for k, x in zip(known, key)) for known in KNOWN)


def compare(allways, types, operators, folder):
    source = folder + "/operators.cpp"
    with open(source, "w", encoding="utf-8") as f:
        f.write(program(types, operators))
    made = subprocess.run(["g++", "-std=c++17", "-w", "-fpermissive", source, "-lsystemc", "-lpthread", "-o", folder + "/reference"],
                          capture_output=True, text=True, check=False)
    if made.returncode:
        return [f"reference: {made.stderr[:400]}"]
    want = subprocess.run([folder + "/reference"], capture_output=True, text=True, check=False).stdout
    done = subprocess.run([allways, "simulate", "--step-limit=0", source], capture_output=True, text=True, check=False)
    got = re.split(r"^(?:.* after \d+ steps? at time \d+.*|UNSAFE: .*)$", done.stdout, maxsplit=1, flags=re.M)[0]
    # Warnings of the libraries stand between the values.
    drop = re.compile(r"^(Warning: .*|In file: .*|In process: .*|Info: .*)\n", re.M)
    want, got = values(drop.sub("", want), types, operators), values(drop.sub("", got), types, operators) if done.returncode in (0, 1) else {}
    if not got:
        return [f"{types}: {done.stderr[:600]}{done.stdout[-300:]}"]
    return [f"{a} {op} {b}: reference {want[op, a, b]}, here {got.get((op, a, b))}" for op, a, b in want
            if want[op, a, b] != got.get((op, a, b)) and not is_known((op, a, b))]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("allways", nargs="?")
    p.add_argument("--write")
    p.add_argument("--types", help="only these, separated by ;")
    a = p.parse_args()
    if a.write:
        with open(a.write, "w", encoding="utf-8") as f:
            f.write(program(SAMPLE_TYPES, SAMPLE_OPERATORS))
        return 0
    if not shutil.which("g++") or subprocess.run(["g++", "-E", "-x", "c++", "-"], input="#include <systemc>", capture_output=True, text=True,
                                                 check=False).returncode:
        return 77
    complaints, count = [], 0
    types = a.types.split(";") if a.types else list(VALUES)
    # Pairs of types: a program of all would be too large for either compiler.
    for pair in itertools.combinations(types, 2):
        if frozenset(pair) in APART:
            continue
        with tempfile.TemporaryDirectory() as folder:
            complaints += compare(a.allways, list(pair), OPERATORS, folder)
            count += 1
    print("\n".join(sorted(set(complaints))))
    print(f"{count} pairs of types, {len(set(complaints))} differences")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
