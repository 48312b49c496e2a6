#!/usr/bin/env python3
"""A new engine costs one folder and one line: adds one in a copy of the tree, builds it, and uses it by name.

usage: toy_engine.py SOURCE-FOLDER CMAKE
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ENGINE = """#include "engine/engine.h"

static void run(engine_ctx *ctx) {
  engine_note_unknown(ctx, PLACE_NONE, "a toy does not look");
  engine_conclude(ctx);
}

const engine engine_toy = {
    .name = "toy",
    .help = "looks at nothing",
    .kind = ENGINE_FINDS,
    .checks = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_RACE),
    .schedulers = ENGINE_THREADS,
    .run = run,
};
"""
PROGRAM = "int main(void) { return 0; }\n"


def copy_tree(source, where):
    names = subprocess.run(["git", "ls-files"], cwd=source, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        if not (source / name).exists():
            continue
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, where / name)


def add_engine(where):
    folder = where / "src/engine/toy"
    folder.mkdir()
    (folder / "toy.c").write_text(ENGINE, encoding="utf-8")
    table = where / "src/config/engines.h"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("  ENGINE(graph)", "  ENGINE(graph) \\\n  ENGINE(toy)"), encoding="utf-8")


def main():
    source, cmake = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as scratch:
        where = pathlib.Path(scratch) / "tree"
        copy_tree(source, where)
        add_engine(where)
        build = where / "build/toy"
        subprocess.run([cmake, "--preset", "release", "-DALLWAYS_LTO=OFF", "-B", str(build)], cwd=where, check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([cmake, "--build", str(build), "--target", "allways"], check=True, stdout=subprocess.DEVNULL)
        allways, program = str(build / "allways"), os.path.join(scratch, "p.c")
        pathlib.Path(program).write_text(PROGRAM, encoding="utf-8")

        def ask(*words):
            return subprocess.run([allways, *words], capture_output=True, text=True, check=False)

        wrong = []
        result = json.loads(ask("verify", "--json", "--engine=toy", "--property=assert", program).stdout)
        if (result["verdict"], result["reason"]) != ("unknown", "a toy does not look"):
            wrong.append(f"--engine=toy: {result['verdict']}, {result['reason']}")
        result = json.loads(ask("verify", "--json", "--engine=toy", "--property=no-data-race", program).stdout)
        if result["verdict"] != "unknown" or "toy" not in result["reason"]:
            wrong.append(f"a check that it does not look for: {result['reason']}")
        if "looks at nothing" not in ask("list", "engines").stdout:
            wrong.append("`list engines` does not show it")
        if ask("help", "--help=toy").returncode and ask("--help=toy").returncode:
            wrong.append("--help=toy is not known")
        refused = ask("verify", "--engine=toy", "--por=local", program)
        if refused.returncode != 64 or "toy" not in refused.stderr:
            wrong.append(f"--por=local of another engine: status {refused.returncode}")
        if ask("verify", "--quiet", program).returncode != 0:
            wrong.append("auto is disturbed by it")
    for line in wrong:
        print(line)
    print(f"{6 - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
