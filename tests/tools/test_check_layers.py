#!/usr/bin/env python3
"""tools/check-layers.py finds each kind of wrong include and stays silent on right ones."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKER = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "check-layers.py"


def check(files):
    """Findings for a tree made of {path: text}."""
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for path, text in files.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        run = subprocess.run([sys.executable, str(CHECKER), name], capture_output=True, text=True, check=False)
        findings = run.stderr.splitlines()
        assert (run.returncode != 0) == bool(findings), run
        return findings


def including(path, header):
    return check({path: f'#include "{header}"\n'})


class CheckLayers(unittest.TestCase):
    def test_downwards_is_right(self):
        for path, header in [
            ("src/base/diag.h.c", "config/diag.def"),
            ("src/app/driver.c", "engine/engine.h"),
            ("src/front/front.c", "front/ivl/ivl.h"),
            ("src/front/ivl/ivl.c", "front/front.h"),
            ("src/engine/naive/naive.c", "engine/search/worklist.h"),
            ("src/replay/machine.c", "ir/ir.h"),
            ("src/result/explain.c", "replay/machine.h"),
        ]:
            self.assertEqual(including(path, header), [], path)

    def test_upwards_and_sideways_is_wrong(self):
        for path, header in [
            ("src/base/mem.c", "expr/expr.h"),
            ("src/config/options.h.c", "base/mem.h"),
            ("src/front/ivl/lex.c", "smt/smt.h"),
            ("src/pass/inline.c", "smt/smt.h"),
            ("src/ir/ir.c", "smt/smt.h"),
            ("src/replay/machine.c", "expr/expr.h"),
            ("src/replay/machine.c", "sem/sem.h"),
            ("src/replay/machine.c", "state/state.h"),
            ("src/report/text.c", "engine/engine.h"),
            ("src/engine/naive/naive.c", "engine/stateless/stateless.h"),
            ("src/front/ivl/ivl.c", "front/air/air.h"),
            ("src/sem/sem.c", "nowhere/x.h"),
            ("src/sem/sem.c", "sem.h"),
            ("src/sem/sem.c", "../base/mem.h"),
        ]:
            self.assertEqual(len(including(path, header)), 1, (path, header))

    def test_solver_is_seen_by_its_room_only(self):
        self.assertEqual(check({"src/smt/smt_z3.c": "#include <z3.h>\n"}), [])
        self.assertEqual(len(check({"src/sem/sem.c": "#include <z3.h>\n"})), 1)

    def test_deps_narrow(self):
        files = {"src/sem/DEPS": "base ir  # no state\n", "src/sem/sem.c": '#include "ir/ir.h"\n'}
        self.assertEqual(check(files), [])
        files["src/sem/sem.c"] += '#include "state/state.h"\n'
        self.assertEqual(len(check(files)), 1)

    def test_guards(self):
        good = "#ifndef ENGINE_NAIVE_NAIVE_H\n#define ENGINE_NAIVE_NAIVE_H\n#endif\n"
        self.assertEqual(check({"src/engine/naive/naive.h": good}), [])
        self.assertEqual(len(check({"src/engine/naive/other.h": good})), 1)
        self.assertEqual(len(check({"src/base/x.h": "\n"})), 1)

    def test_paths_of_one_machine(self):
        path = "/" + "home/somebody/notes"
        self.assertEqual(len(check({"README.md": f"see {path}\n"})), 1)
        self.assertEqual(check({"README.md": "see src/home/x and $HOME/y\n"}), [])


if __name__ == "__main__":
    unittest.main()
