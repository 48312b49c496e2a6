#!/usr/bin/env python3
"""Which public names of the SystemC reference library exist in ours: writes doc/systemc-interface.md.

  tools/systemc-interface.py BUILD [--check]      BUILD: a folder with a build; --check: only say whether the page is true

Names come from the headers of the installed library (libsystemc-dev) by ctags. Each becomes a line of a program that names it; what
the reference library's own headers accept must be accepted with ours. Members are named in a derived class, templates by an instance.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "doc" / "systemc-interface.md"
HEADERS = ["sysc", "tlm_core", "tlm_utils", "tlm", "systemc", "systemc.h", "tlm.h"]
UTILS = ["simple_initiator_socket", "simple_target_socket", "multi_passthrough_initiator_socket", "multi_passthrough_target_socket",
         "passthrough_target_socket", "peq_with_cb_and_phase", "peq_with_get", "tlm_quantumkeeper", "instance_specific_extensions"]
INCLUDES = "#include <systemc.h>\n#include <tlm.h>\n" + "".join(f"#include <tlm_utils/{u}.h>\n" for u in UTILS)
FLAGS = ["-DSC_INCLUDE_FX", "-DSC_INCLUDE_DYNAMIC_PROCESSES"]
SPACES = ("sc_core", "sc_dt", "tlm", "tlm_utils")
INSTANCES = ["", "<int>", "<bool>", "<8>", "<int, int>", "<int, int, int>", "<8, 4>", "<sc_core::sc_object>", "<sc_dt::sc_lv_base>",
             "<sc_dt::sc_lv_base, sc_dt::sc_lv_base>", "<sc_dt::sc_fxtype_params>", "<tlm::tlm_base_protocol_types>"]


def names():
    paths = " ".join("/usr/include/" + h for h in HEADERS)
    words = f"ctags -R --languages=C++ --langmap=C++:+.h --c++-kinds=+p --fields=+aK --output-format=json -f - {paths}"
    out = subprocess.run(words, shell=True, capture_output=True, text=True, check=False).stdout
    members, globals_ = collections.defaultdict(set), set()
    for line in out.splitlines():
        tag = json.loads(line)
        name, scope, kind = tag["name"], tag.get("scope", ""), tag["kind"]
        if name.startswith(("~", "__")) or "__anon" in scope or scope.split("::")[0] not in SPACES:
            continue
        if tag.get("scopeKind") in ("class", "struct"):
            if tag.get("access") == "public" and name != scope.split("::")[-1]:
                members[scope].add((name, kind))
        elif tag.get("scopeKind") == "namespace" and scope in SPACES and kind not in ("namespace", "macro"):
            globals_.add((scope, name))
    return members, sorted(globals_)


def accepted(lines, more):
    """Indices of the lines that compile."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "names.cpp"
        source.write_text(INCLUDES + "\n".join(lines) + "\n")
        done = subprocess.run(["clang++-19", "-std=c++17", "-w", "-fsyntax-only", "-ferror-limit=0", *FLAGS, *more, str(source)],
                              capture_output=True, text=True, check=False)
    first = INCLUDES.count("\n") + 1
    bad = {int(n) - first for n in re.findall(r"names\.cpp:(\d+):\d+: (?:error|note)", done.stderr)}
    return [i for i in range(len(lines)) if i not in bad]


def naming(number, instance, name, kind):
    if kind in ("class", "struct", "enum", "typedef", "union"):
        return f"namespace N{number} {{ using X = {instance}::{name}; }}"
    if kind == "enumerator":
        return f"namespace N{number} {{ auto v = {instance}::{name}; }}"
    return f"namespace N{number} {{ struct D : {instance} {{ using B = {instance}; using B::{name}; }}; }}"


def instances(members):
    tries = [(c, c + arguments) for c in sorted(members) for arguments in INSTANCES]
    fit = accepted([f"namespace N{i} {{ inline auto f() {{ return sizeof({x}); }} }}" for i, (_, x) in enumerate(tries)], [])
    found = {}
    for i in fit:
        found.setdefault(*tries[i])
    return found


def page(build):
    head = str(pathlib.Path(build).resolve() / "include")
    ours = ["-D__ALLWAYS__=1"] + [w for f in ("allways", "systemc", "cxx", "forward") for w in ("-isystem", f"{head}/{f}")]
    members, globals_ = names()
    usable = instances(members)
    wanted = [(c, n, k) for c in usable for n, k in sorted(members[c])]
    lines = [naming(i, usable[c], n, k) for i, (c, n, k) in enumerate(wanted)]
    wanted = [wanted[i] for i in accepted(lines, [])]
    lines = [naming(i, usable[c], n, k) for i, (c, n, k) in enumerate(wanted)]
    have = set(accepted(lines, ours))
    lines = [f"namespace N{i} {{ using {s}::{n}; }}" for i, (s, n) in enumerate(globals_)]
    globals_ = [globals_[i] for i in accepted(lines, [])]
    lines = [f"namespace N{i} {{ using {s}::{n}; }}" for i, (s, n) in enumerate(globals_)]
    known = set(accepted(lines, ours))
    classes = collections.OrderedDict()
    for i, (c, n, _) in enumerate(wanted):
        classes.setdefault(c, ([], []))[i not in have].append(n)
    out = ["# The public interface of the SystemC reference library 2.3.4, and what exists here", "",
           "Made by `tools/systemc-interface.py` from the installed headers: public members by class (also those that programs never name), then",
           "names of the namespaces. Most of what is missing is how the reference library is made inside: its digits, pools, registries, and the",
           "classes of bit and part selects, which are templates here. What tests show beyond that stands in section 8 of",
           "[semantics-systemc.md](semantics-systemc.md).", "",
           f"Members: {len(have)} of {len(wanted)}. Names: {len(known)} of {len(globals_)}.", "", "| class | exist | missing |", "|---|---|---|"]
    for c, (there, missing) in classes.items():
        short = "all" if not there and len(missing) > 6 else " ".join(f"`{n}`" for n in dict.fromkeys(missing))
        out.append(f"| `{c}` | {len(there)} of {len(there) + len(missing)} | {short} |")
    for space in SPACES:
        missing = [n for i, (s, n) in enumerate(globals_) if s == space and i not in known]
        total = sum(s == space for s, _ in globals_)
        out += ["", f"Namespace `{space}`: {total - len(missing)} of {total}; missing: " + (" ".join(f"`{n}`" for n in missing) or "none") + "."]
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    text = page(args.build)
    if args.check:
        same = PAGE.read_text(encoding="utf-8") == text
        print("the page is true" if same else "doc/systemc-interface.md is not what the headers show")
        return 0 if same else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


sys.exit(main())
