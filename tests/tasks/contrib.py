#!/usr/bin/env python3
"""contrib.py ALLWAYS: the hook in a repository of its own, and the commands of the workflow as far as they run here."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOOD = "#include <assert.h>\nint main(void) { int x = 2; assert(x == 2); return 0; }\n"
BAD = GOOD.replace("int x = 2", "int x = 3")


def main():
    allways = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        env = {**os.environ, "PATH": f"{allways.parent}:{os.environ['PATH']}", "HOME": name, "GIT_CONFIG_NOSYSTEM": "1",
               "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}

        def run(*words):
            done = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            return done.returncode, done.stdout

        run("git", "init", "-q")
        shutil.copy(ROOT / "contrib/git/pre-commit", folder / ".git/hooks/pre-commit")
        (folder / "a.c").write_text(GOOD)
        (folder / "allways.yml").write_text("tasks:\n  - files: a.c\n    report: allways.sarif\n")
        run("git", "add", "a.c", "allways.yml")
        wrong = []
        status, out = run("git", "commit", "-qm", "good")
        if status or "1 of 1" not in out:
            wrong.append(f"a correct change is refused: {out}")
        (folder / "a.c").write_text(BAD)
        run("git", "add", "a.c")
        (folder / "a.c").write_text(GOOD)  # what is staged counts
        status, out = run("git", "commit", "-qm", "bad")
        if not status or "UNSAFE" not in out:
            wrong.append(f"a wrong change is taken: {out}")
        run("git", "add", "a.c")
        (folder / "notes.txt").write_text("x\n")
        run("git", "add", "notes.txt")
        status, out = run("git", "commit", "-qm", "text")
        if status or "of 1" in out:
            wrong.append(f"a change of no program: {out}")
        # The workflow: its lines that need no network.
        lines = [line.split("run: ", 1)[1] for line in (ROOT / "contrib/ci/github.yml").read_text().splitlines() if "run: allways" in line]
        status, out = run("sh", "-ec", "\n".join(lines))
        if len(lines) != 1 or status or not (folder / "allways.sarif").exists() or not (folder / ".allways").is_dir():
            wrong.append(f"the workflow: {lines} {out}")
    print("\n".join(wrong) or "hook and workflow: as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
