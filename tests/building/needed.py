#!/usr/bin/env python3
"""Of the models a program gets what it needs, and no more: usage needed.py ALLWAYS-CC CLANG.

What a program does not name must cost it nothing, however the models grow. So small programs are linked (allways-cc --show-llvm), and the
functions that came in, and were not put in place of their calls, are compared with what must and must not be there.
"""
import os
import re
import subprocess
import sys
import tempfile

FLAGS = ["-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "-fno-builtin", "-w"]

# name: ending, program, functions that must be there, that must not, and how many there may be at most
CASES = {
    "nothing": ("c", "int main(void) { return 0; }", [], ["malloc", "__allways_catches", "__allways_at_exit"], 1),
    "a mutex": ("c", "#include <pthread.h>\npthread_mutex_t m;\nint main(void) { return pthread_mutex_lock(&m); }",
                [], ["pthread_cond_wait", "__allways_catches", "__allways_at_exit", "printf"], 4),
    "threads": ("c", "#include <pthread.h>\nstatic void *f(void *p) { return p; }\n"
                "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return pthread_join(t, 0); }",
                ["thread_run"], ["__allways_catches", "printf", "malloc", "pthread_rwlock_rdlock"], 32),
    "an end": ("c", "#include <stdlib.h>\nstatic void end(void) {}\nint main(void) { return atexit(end); }",
               ["__allways_at_exit"], ["__allways_catches"], 8),
    "a function of its own": ("c", "#include <stdlib.h>\nvoid *calloc(size_t n, size_t m) { return 0; }\n"
                              "int main(void) { return calloc(1, 1) != 0; }", ["calloc"], ["malloc"], 2),
    "a catch": ("cpp", "int main() { try { throw 1; } catch (int i) { return i; } }", ["__allways_catches"],
                ["pthread_create"], 60),
    "nothing of C++": ("cpp", "struct s { int a; };\nint main() { s x{0}; return x.a; }", [], ["__allways_catches"], 2),
}


def functions(stage, clang, folder, ending, program):
    source, bitcode = os.path.join(folder, "p." + ending), os.path.join(folder, "p.bc")
    with open(source, "w", encoding="utf-8") as f:
        f.write(program)
    subprocess.run([clang, *FLAGS, source, "-o", bitcode], check=True)
    done = subprocess.run([stage, "--show-llvm", "--language=" + ("c++" if ending == "cpp" else "c"), bitcode],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return re.findall(r"^define .*?@\"?([\w.$]+)", done.stderr, re.M)


def main():
    stage, clang = sys.argv[1:]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (ending, program, there, away, most) in CASES.items():
            found = functions(stage, clang, folder, ending, program)
            wrong = [f"{f} is missing" for f in there if f not in found] + [f"{f} is there" for f in away if f in found]
            if len(found) > most:
                wrong.append(f"{len(found)} functions: {' '.join(found)}")
            for text in wrong:
                print(f"{name}: {text}")
            bad += bool(wrong)
            print(f"{name}: {len(found)} functions")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
