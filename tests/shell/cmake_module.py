#!/usr/bin/env python3
"""cmake_module.py ALLWAYS: a project of CMake that finds Allways and makes checks of its targets.

The library hands its include folder and a macro on to the program; without them nothing compiles. The checks with a wrong
expectation must fail.
"""
import pathlib
import subprocess
import sys
import tempfile

MODULE = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "cmake"

FILES = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.16)
project(shop C)
enable_testing()
list(APPEND CMAKE_MODULE_PATH "@MODULE@")
find_package(Allways 0.2 REQUIRED)
add_library(till STATIC lib/till.c)
target_include_directories(till PUBLIC lib)
target_compile_definitions(till PUBLIC COINS=3)
find_package(Threads REQUIRED)
add_executable(shop shop.c till.h)
set_target_properties(shop PROPERTIES C_STANDARD 11)
target_link_libraries(shop till Threads::Threads)
allways_add_check(shop till PROPERTY assert no-data-race)
allways_add_check(shop till NAME shop.broken PROPERTY assert EXPECT unsafe FLAGS -DBROKEN)
allways_add_check(shop till NAME wrong.safe FLAGS -DBROKEN)
allways_add_check(shop till NAME wrong.unsafe EXPECT unsafe)
allways_add_check(shop till NAME wrong.usage EXPECT unsafe OPTIONS --no-such-option)
""",
    "lib/till.h": "void pay(void);\nint total(void);\n",
    "till.h": "\n",
    "lib/till.c": """
#include <pthread.h>
#include "till.h"
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void pay(void) {
#ifdef BROKEN
  int seen = sum;
  pthread_mutex_lock(&lock);
  sum = seen + COINS;
#else
  pthread_mutex_lock(&lock);
  sum = sum + COINS;
#endif
  pthread_mutex_unlock(&lock);
}
int total(void) { return sum; }
""",
    "shop.c": """
#include <assert.h>
#include <pthread.h>
#include <till.h>
static void *customer(void *arg) { pay(); return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, customer, 0);
  pthread_create(&b, 0, customer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(total() == 2 * COINS);
  return 0;
}
""",
}


def run(*words, folder, ok=True):
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ok and done.returncode:
        print(done.stdout)
        raise SystemExit(f"{words[0]} ends with status {done.returncode}")
    return done.stdout


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, text in FILES.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text.replace("@MODULE@", str(MODULE)))
        run("cmake", "-S", ".", "-B", "build", f"-DAllways_EXECUTABLE={allways}", folder=folder)
        out = run("ctest", "--test-dir", "build", "--output-on-failure", folder=folder, ok=False)
        failed = sorted(line.split(" - ")[1].split(" ")[0] for line in out.splitlines() if " - " in line and "(Failed)" in line)
        if failed != ["wrong.safe", "wrong.unsafe", "wrong.usage"]:
            print(out)
            return 1
        # The same through the package of an installed Allways.
        other = run("cmake", "-S", ".", "-B", "other", f"-DAllways_EXECUTABLE={allways}", f"-DAllways_DIR={MODULE}",
                    "-DCMAKE_FIND_PACKAGE_PREFER_CONFIG=ON", folder=folder)
        if "Could NOT find" in other:
            print(other)
            return 1
        wrong = run("cmake", "-S", ".", "-B", "none", "-DAllways_EXECUTABLE=/bin/false", folder=folder, ok=False)
        if "0.2" not in wrong or "Configuring incomplete" not in wrong:
            print("a program that is not Allways is found:\n" + wrong)
            return 1
    print("checks of CMake: as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
