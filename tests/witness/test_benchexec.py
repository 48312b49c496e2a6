#!/usr/bin/env python3
"""The module for BenchExec on a stand-in for what it imports, with real runs: test_benchexec.py ALLWAYS"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALLWAYS = ""


class BaseTool2:
    """The part of benchexec.tools.template.BaseTool2 that the module relies on."""

    def _version_from_tool(self, executable, arg="--version", line_prefix=None):
        out = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            if not line_prefix:
                return line.strip()
            if line.startswith(line_prefix):
                return line[len(line_prefix):].strip()
        return ""


def load_tool():
    names = ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template")
    modules = {name: types.ModuleType(name) for name in names}
    sys.modules.update(modules)
    for name in names[1:]:
        parent, _, child = name.rpartition(".")
        setattr(modules[parent], child, modules[name])
    result = modules["benchexec.result"]
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP = "true", "false"
    result.RESULT_UNKNOWN, result.RESULT_ERROR = "unknown", "ERROR"
    template = modules["benchexec.tools.template"]
    template.BaseTool2 = BaseTool2
    template.UnsupportedFeatureException = type("UnsupportedFeatureException", (Exception,), {})
    spec = importlib.util.spec_from_file_location("allways_tool", ROOT / "contrib/benchexec/allways.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MODULE = load_tool()


def task(files, prop=None, options=None):
    return types.SimpleNamespace(input_files_or_identifier=files, property_file=prop, options=options)


class Module(unittest.TestCase):
    def setUp(self):
        self.tool = MODULE.Tool()

    def judge(self, code, *lines):
        return self.tool.determine_result(
            types.SimpleNamespace(exit_code=types.SimpleNamespace(value=code), output=list(lines)))

    def test_identity(self):
        locator = types.SimpleNamespace(find_executable=lambda name, subdir=None: f"{subdir}/{name}")
        self.assertEqual(self.tool.executable(locator), "bin/allways")
        self.assertEqual(self.tool.name(), "Allways")
        self.assertRegex(self.tool.version(ALLWAYS), r"^\d+\.\d+\.\d+")

    def test_command(self):
        command = self.tool.cmdline("a", ["--stats"], task(["p.c"], "u.prp", {"language": "C", "data_model": "ILP32"}), None)
        self.assertEqual(command, ["a", "verify", "--stats", "--property=u.prp", "p.c", "--", "-m32"])
        self.assertEqual(self.tool.cmdline("a", [], task(["p.c"]), None), ["a", "verify", "p.c"])
        with self.assertRaises(sys.modules["benchexec.tools.template"].UnsupportedFeatureException):
            self.tool.cmdline("a", [], task(["p.c"], None, {"data_model": "LLP64"}), None)

    def test_verdicts(self):
        self.assertEqual(self.judge(0, "SAFE (proved)"), "true")
        self.assertEqual(self.judge(0, "SAFE (bounded)"), "unknown")
        self.assertEqual(self.judge(0, "SAFE (heuristic)"), "unknown")
        self.assertEqual(self.judge(2, "UNKNOWN: call of f"), "unknown")
        self.assertEqual(self.judge(2, "UNKNOWN: time limit of 5 s (--timeout)"), "TIMEOUT")
        self.assertEqual(self.judge(2, "UNKNOWN: memory limit of 5 MB (--memory)"), "OUT OF MEMORY")
        self.assertEqual(self.judge(64, "allways: no"), "ERROR (usage)")
        self.assertEqual(self.judge(65), "ERROR (input)")
        self.assertEqual(self.judge(70, "SAFE (proved)"), "ERROR (bug)")
        self.assertEqual(self.judge(None), "ERROR")

    def test_messages_are_those_of_the_program(self):
        checks = (ROOT / "src/ir/checks.def").read_text()
        for text, _ in MODULE.VIOLATIONS:
            self.assertIn(', "' + text, checks)

    def test_values(self):
        self.assertEqual(self.tool.get_value_from_output(["SAFE (proved)", "  transitions   12"], "transitions"), "12")
        self.assertIsNone(self.tool.get_value_from_output(["SAFE (proved)"], "transitions"))

    def test_definition(self):
        root = ElementTree.parse(ROOT / "contrib/benchexec/allways.xml").getroot()
        self.assertTrue((ROOT / (root.get("tool").replace(".", "/") + ".py")).exists())
        self.assertTrue(root.findall("tasks"))

    def run_program(self, program, formula, model):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "p.c").write_text(program)
            (pathlib.Path(folder) / "p.prp").write_text(
                "".join(f"CHECK( init(main()), LTL({f}) )\n" for f in formula))
            words = self.tool.cmdline(ALLWAYS, [], task(["p.c"], "p.prp", {"data_model": model}), None)
            done = child.run(words, cwd=folder, cpu=120)
            return self.judge(done.returncode, *done.stdout.splitlines(True))

    def test_runs(self):
        memory = ["G valid-free", "G valid-deref", "G valid-memtrack"]
        error = "void reach_error(void) {}\nint main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n"
        threads = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x = 1; return p; }\n" \
                  "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; return 0; }\n"
        heap = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); %s return 0; }\n"
        cases = (
            (error, ["G ! call(reach_error())"], "ILP32", "false(unreach-call)"),
            (error, ["G ! call(reach_error())"], "LP64", "true"),
            (threads, ["G ! data-race"], "LP64", "false(no-data-race)"),
            (heap % "", memory, "LP64", "false(valid-memtrack)"),
            (heap % "free(p); free(p);", memory, "LP64", "false(valid-free)"),
            (heap % "p[1] = 0; free(p);", memory, "LP64", "false(valid-deref)"),
            (heap % "free(p);", memory, "ILP32", "true"),
            ("int main(int n, char **v) { volatile int x = 2147483647; x++; return 0; }\n", ["G ! overflow"], "LP64",
             "false(no-overflow)"),
            ("int main(void) { return }\n", ["G ! overflow"], "LP64", "ERROR (input)"),
        )
        for program, formula, model, expected in cases:
            self.assertEqual(self.run_program(program, formula, model), expected, program)


if __name__ == "__main__":
    ALLWAYS = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
