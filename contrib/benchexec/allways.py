"""Tool-info module of Allways for BenchExec.

A benchmark definition names it as tool="contrib.benchexec.allways" if Python finds the project's folder:
`PYTHONPATH=. benchexec contrib/benchexec/allways.xml`. As benchexec/tools/allways.py it is tool="allways".
"""
import re

import benchexec.result as result
import benchexec.tools.template

DATA_MODELS = {"ILP32": "-m32", "LP64": "-m64"}
# The verdict is the first line: SAFE (grade), UNSAFE: what fails, UNKNOWN: why.
VERDICT = re.compile(r"^(SAFE \((?P<grade>\w+)\)|UNSAFE: (?P<what>.*)|UNKNOWN(: (?P<why>.*))?)$")
# What fails, by its beginning (the messages of src/ir/checks.def), and the property that it violates.
VIOLATIONS = (
    ("error function is called", "unreach-call"),
    ("data race", "no-data-race"),
    ("arithmetic overflow", "no-overflow"),
    ("deadlock", "no-deadlock"),
    ("memory is freed twice", "valid-free"),
    ("memory is never freed", "valid-memtrack"),
    ("access out of bounds", "valid-deref"),
    ("null pointer is dereferenced", "valid-deref"),
    ("freed memory is accessed", "valid-deref"),
    ("misuse of synchronisation", "pthread-misuse"),
)
ERRORS = {64: "ERROR (usage)", 65: "ERROR (input)", 70: "ERROR (bug)"}


class Tool(benchexec.tools.template.BaseTool2):
    """Allways, a verifier for concurrent programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("allways", subdir="bin")

    def name(self):
        return "Allways"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="allways")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file:
            command.append("--property=" + task.property_file)
        command += task.input_files_or_identifier
        data_model = (task.options or {}).get("data_model")
        if data_model:
            if data_model not in DATA_MODELS:
                raise benchexec.tools.template.UnsupportedFeatureException(f"data model {data_model}")
            command += ["--", DATA_MODELS[data_model]]
        return command

    def determine_result(self, run):
        if run.exit_code.value in ERRORS:
            return ERRORS[run.exit_code.value]
        for line in run.output:
            match = VERDICT.match(line.strip())
            if match:
                return self._result_of(match)
        return result.RESULT_ERROR

    @staticmethod
    def _result_of(match):
        if match.group("grade"):  # bounded and heuristic answers prove nothing
            return result.RESULT_TRUE_PROP if match.group("grade") == "proved" else result.RESULT_UNKNOWN
        if match.group("what") is None:
            why = match.group("why") or ""
            if why.startswith("time limit"):
                return "TIMEOUT"
            return "OUT OF MEMORY" if why.startswith(("memory limit", "out of memory")) else result.RESULT_UNKNOWN
        for text, prop in VIOLATIONS:
            if match.group("what").startswith(text):
                return f"{result.RESULT_FALSE_PROP}({prop})"
        return result.RESULT_FALSE_PROP

    def get_value_from_output(self, output, identifier):
        """A counter of --stats, e.g. `transitions`."""
        for line in output:
            words = line.split()
            if len(words) > 1 and words[0] == identifier:
                return words[1]
        return None
