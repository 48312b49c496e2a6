#!/usr/bin/env python3
"""Checks the build cannot make by itself: who includes whom, include guards, no paths of one machine.

usage: check-layers.py [ROOT]

A room is a folder of src; `front` and `engine` are families whose sub-folders are rooms of their own. Each room may
include itself and the rooms listed for it below. A file DEPS in a folder (room names, `#` comments) narrows that list
further. Exit status 1 and one line per finding if something is wrong.
"""
import pathlib
import re
import subprocess
import sys

# Low to high; rooms on one line do not see each other.
LAYERS = [
    ["config"],
    ["base"],
    ["expr", "ltl"],
    ["smt", "ir"],
    ["front", "analysis"],
    ["pass", "state"],
    ["sem"],
    ["summary"],
    ["match"],
    ["replay"],
    ["result"],
    ["engine"],
    ["report"],
    ["app"],
]
# What the order alone would allow but must not be seen.
NEVER = {
    "front": {"smt"},
    "pass": {"smt"},
    "report": {"engine"},
}
# Rooms that see exactly these: replay is the second opinion on every counterexample and shares no code with the
# symbolic side.
ONLY = {
    "replay": {"config", "base", "ir"},
}
FAMILIES = {"front", "engine"}
# Sub-rooms that their siblings may use.
SHARED = {"engine/search", "engine/trace", "engine/guide", "engine/parts", "engine/horn"}
# System headers that one room alone may see.
PRIVATE_HEADERS = {
    re.compile(r"^z3"): "smt",
    re.compile(r"^llvm-c/"): "front/llvm",
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
GUARD = re.compile(r"^#ifndef[ \t]+(\w+)\n#define[ \t]+(\w+)", re.M)
MACHINE_PATH = re.compile(r"(?<![\w.$}~/-])/(?:work|home|root|tmp/(?:brief|build|issue))[/.\w]*\w")


def family_of(room):
    return room.split("/")[0]


def room_of(path):
    """Room of a path relative to src: its family and, within a family, the sub-folder."""
    parts = path.split("/")
    if parts[0] in FAMILIES and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0]


def allowed_families(family):
    if family in ONLY:
        return set(ONLY[family])
    below = set()
    for layer in LAYERS:
        if family in layer:
            return below - NEVER.get(family, set())
        below.update(layer)
    return None


def may_include(room, target):
    if room == target:
        return True
    if family_of(room) == family_of(target):
        # A family's registry lists its members; a member uses the family's contract, not its siblings.
        return room in FAMILIES or target in FAMILIES or target in SHARED
    allowed = allowed_families(family_of(room))
    return allowed is not None and family_of(target) in allowed


def read_deps(folder):
    """Rooms named in the folder's DEPS file, or None if there is none."""
    path = folder / "DEPS"
    if not path.is_file():
        return None
    lines = (line.split("#")[0] for line in path.read_text().splitlines())
    return {name for line in lines for name in line.split()}


def check_includes(src, path, text, findings):
    relative = path.relative_to(src).as_posix()
    room = room_of(relative)
    deps = read_deps(path.parent)
    for match in INCLUDE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        where = f"src/{relative}:{line}"
        kind, name = match.groups()
        if kind == "<":
            for pattern, owner in PRIVATE_HEADERS.items():
                if pattern.match(name) and room != owner:
                    findings.append(f"{where}: only {owner} may include <{name}>")
            continue
        if "/" not in name or name.startswith("."):
            findings.append(f'{where}: write "{name}" as a path from src')
            continue
        target = room_of(name)
        if not may_include(room, target):
            findings.append(f"{where}: {room} may not include {target} ({name})")
        elif deps is not None and target != room and target not in deps:
            findings.append(f"{where}: DEPS of {room} does not list {target} ({name})")


def check_guard(src, path, text, findings):
    relative = path.relative_to(src).as_posix()
    wanted = re.sub(r"[^A-Z0-9]", "_", relative.upper())
    match = GUARD.search(text)
    if not match or match.group(1) != wanted or match.group(2) != wanted:
        findings.append(f"src/{relative}: the include guard must be {wanted}")


def repository_files(root):
    """Tracked and new files; an unpacked archive without git is walked as it is."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z"], capture_output=True, check=False
    )
    if listing.returncode == 0 and listing.stdout:
        return [root / name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in root.rglob("*") if "build" not in path.relative_to(root).parts[0]]


def check_machine_paths(root, findings):
    for path in repository_files(root):
        if not path.is_file() or path.is_symlink() or path.stat().st_size > 4 << 20:
            continue
        data = path.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
            match = MACHINE_PATH.search(line)
            if match:
                findings.append(f"{path.relative_to(root)}:{number}: names a path of one machine: {match.group()}")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    src = root / "src"
    findings = []
    for path in sorted(src.rglob("*")):
        if path.suffix not in {".c", ".h", ".def"}:
            continue
        text = path.read_text(errors="replace")
        check_includes(src, path, text, findings)
        if path.suffix == ".h":
            check_guard(src, path, text, findings)
    check_machine_paths(root, findings)
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
