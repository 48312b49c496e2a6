"""What a benchmark family is: a name pattern, a verdict, the shape of the state space and a function that writes it."""
import re

SAFE, UNSAFE = "safe", "unsafe"
ACYCLIC, CYCLIC = "acyclic", "cyclic"


class Family:
    """`pattern` must match a whole instance name; its groups, read as integers where given, are the build arguments."""

    def __init__(self, pattern, verdict, space, models, build, instances):
        self.pattern = re.compile(pattern)
        self.verdict = verdict
        self.space = space
        self.models = models
        self.build = build
        self.instances = instances

    def arguments(self, name):
        match = self.pattern.fullmatch(name)
        if match is None:
            return None
        return [int(text) if text is not None else None for text in match.groups()]

    def space_of(self, name):
        """Families with and without a time bound share one pattern; their space depends on the instance."""
        return self.space(*self.arguments(name)) if callable(self.space) else self.space

    def text(self, name):
        arguments = self.arguments(name)
        for value in arguments:
            if value is not None and value < 1:
                raise ValueError(f"{name}: parameters start at 1")
        expect = "safe" if self.verdict == SAFE else "unsafe assert"
        head = [f"// {name}: {line}" if i == 0 else f"//   {line}" for i, line in enumerate(self.models.splitlines())]
        return "\n".join(head) + f"\n// expect: {expect}\n\n" + self.build(*arguments).strip("\n") + "\n"

