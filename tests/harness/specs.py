#!/usr/bin/env python3
"""Each specification of contrib/specs compiles and is sequential code of its own: specs.py ALLWAYS

Behind each of them stands what one run of calls must return.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

SPECS = pathlib.Path(__file__).resolve().parents[2] / "contrib/specs"
RUNS = {
    "queue": "put(1), put(2), take() == 1 && take() == 2 && take() == -1",
    "stack": "push(1), push(2), pop() == 2 && pop() == 1 && pop() == -1",
    "bounded_buffer": "put(1) && put(2) && !put(3) && take() == 1 && put(3) && take() == 2 && take() == 3 && take() == -1",
    "set": "add(1) && !add(1) && add(2) && contains(1) && remove_key(1) && !remove_key(1) && !contains(1) && contains(2)",
    "map": "put(1, 5) == -1 && put(1, 6) == 5 && put(2, 7) == -1 && get(1) == 6 && get(3) == -1 && size() == 2 && remove_key(1) == 6 && get(2) == 7 "
           "&& remove_key(1) == -1 && size() == 1",
    "counter": "increment() == 1 && add(4) == 5 && get() == 5",
    "register": "write_value(3), read_value() == 3 && exchange(4) == 3 && !compare_exchange(3, 5) && compare_exchange(4, 5) && read_value() == 5",
    "mutex": "try_lock() && !try_lock() && unlock() && !unlock() && try_lock()",
    "rwlock": "try_read() && try_read() && !try_write() && unlock_read() && unlock_read() && !unlock_read() && try_write() && !try_read() && "
              "!try_write() && unlock_write() && !unlock_write() && try_read()",
    "semaphore": "init(1), try_wait() && !try_wait() && (post(), try_wait())",
    "barrier": "arrive() == 1 && arrive() == 0 && arrive() == 1 && arrive() == 0",
}


def main():
    wrong = 0
    for path in sorted(SPECS.glob("*.c")):
        done = child.run([sys.argv[1], str(path), f"--threads=assert(({RUNS[path.stem]}))"], cpu=60)
        if done.returncode != 0:
            wrong += 1
            print(f"{path.name}: status {done.returncode}\n{done.stdout[:400]}{done.stderr[:400]}")
    print(f"{len(RUNS)} specifications, {wrong} wrong")
    return 1 if wrong or {p.stem for p in SPECS.glob("*.c")} != set(RUNS) else 0


if __name__ == "__main__":
    sys.exit(main())
