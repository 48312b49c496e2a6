"""Quick tests of a build, in the order in which they see a mistake soonest for their cost."""
import json
import pathlib
import re
import subprocess

ONE_PROGRAM = ("unit.", "c.", "cxx.", "native.", "live.classic.")  # families of which each test is short
FIRST_SECONDS = 4  # cost of the first tests that run before a failure is looked for; each further lot costs twice as much


class Tests:
    """What ctest knows in the folder of a build; numbers are those of `ctest -I`."""

    def __init__(self, folder):
        self.folder = folder
        shown = subprocess.run(["ctest", "--test-dir", str(folder), "--show-only=json-v1"], check=True, capture_output=True, text=True).stdout
        self.all = list(enumerate(json.loads(shown)["tests"], 1))
        self.quick = {number: test for number, test in self.all if "quick" in labels_of(test)}
        self.costs = costs_of(folder)

    def lots(self, pattern, without, only_named):
        """Lists of numbers: tests that the pattern names, then all others; the cheap ones first."""
        fit = [n for n, test in self.quick.items() if test["name"] not in without]
        named = [n for n in fit if re.search(pattern, self.quick[n]["name"])]
        yield from self.by_cost(named)
        if not only_named:
            yield from self.by_cost([n for n in fit if n not in set(named)])

    def by_cost(self, numbers):
        most, lot, sum_of_lot = FIRST_SECONDS, [], 0
        for number in sorted(numbers, key=lambda n: (self.cost(n), n)):
            lot.append(number)
            sum_of_lot += self.cost(number)
            if sum_of_lot >= most:
                yield lot
                most, lot, sum_of_lot = 2 * most, [], 0
        if lot:
            yield lot

    def cost(self, number):
        name = self.quick[number]["name"]
        return self.costs.get(name, 0.5 if name.startswith(ONE_PROGRAM) else 10)

    def programs(self, numbers):
        """Executables of the build that they start: ninja's targets."""
        words = {word for n in numbers for word in self.quick[n].get("command", [])}
        paths = [str(pathlib.Path(word).relative_to(self.folder)) for word in words if word.startswith(str(self.folder) + "/")]
        return sorted(path for path in paths if "/" not in path or path.startswith("tests/"))

    def failing(self, numbers, jobs, stop=True):
        """Names of those that fail: one where it stops at the first."""
        chosen = ",".join(str(n) for n in [numbers[0], numbers[0], 1, *numbers])
        subprocess.run(["ctest", "--test-dir", str(self.folder), "-I", chosen, "-j", str(jobs)] + ["--stop-on-failure"] * stop,
                       capture_output=True)
        failed = self.folder / "Testing" / "Temporary" / "LastTestsFailed.log"
        lines = failed.read_text().splitlines() if failed.exists() else []
        failed.unlink(missing_ok=True)
        return [line.split(":", 1)[1] for line in lines if ":" in line]


def labels_of(test):
    return next((p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"), [])


def costs_of(folder):
    """Seconds of each test in earlier runs, as ctest remembers them."""
    path = folder / "Testing" / "Temporary" / "CTestCostData.txt"
    lines = path.read_text().split("---")[0].splitlines() if path.exists() else []
    return {name: float(cost) for name, runs, cost in (line.rsplit(" ", 2) for line in lines) if int(runs)}
