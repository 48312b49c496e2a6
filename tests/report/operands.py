#!/usr/bin/env python3
"""operands.py ALLWAYS: what an assertion, a division, an access has read, and where that was written last, in all forms of the result.

Each program marks with `// =NAME` the line where NAME was written, passed or returned last before it fails; `// !NAME=VALUE` anywhere says what
must be told, and no other name may be."""
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import child

# property, ending, text
PROGRAMS = {
    "short-circuit": ("assert", "c", """
#include <assert.h>
#include <pthread.h>
int x, y;
struct { int a[3]; } s;
void *f(void *p) {
  x = 1;  // =x
  y = x + 1;  // =y
  s.a[1] = 7;
  return 0;
}
int get(void) { return s.a[1]; }
int main(void) {  // !x=1 !y=2 !main.l=0
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  int l = x;  // =main.l
  pthread_join(t, 0);
  assert(x + l == y && get() == 7);
}
"""),
    "changed between": ("unreach-call", "c", """
void reach_error(void) {}
int g;
int main(void) {  // !g=3
  int a[3] = {1, 2, 3};
  g = a[2];  // =g
  if (!(g < 3)) {
    g++;
    reach_error();
  }
}
"""),
    "nothing decides": ("unreach-call", "c", """
void reach_error(void) {}
int g, h;
int main(void) {
  if (g) h = 1;
  reach_error();
}
"""),
    "the inner branch": ("unreach-call", "c", """
void reach_error(void) {}
int g, h = 2, k;
int main(void) {  // !h=2
  for (int i = 0; i < 3; i++) {
    if (g) k = i;
    if (h == 2) reach_error();
  }
}
"""),
    "wrapped": ("unreach-call", "c", """
void reach_error(void) {}
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}
unsigned char c;
int main(void) {  // !c=200
  c = 200;  // =c
  __VERIFIER_assert(c < 100);
}
"""),
    "parameter": ("assert", "c", """
#include <assert.h>
static int half(int n) {
  assert(n % 2 == 0);
  return n / 2;
}
int main(void) {  // !main.half.n=3
  half(4);
  half(3);  // =main.half.n
}
"""),
    "division": ("div-by-zero", "c", """
int n = 12, parts;
int main(void) {  // !parts=0
  parts = 3;
  parts -= 3;  // =parts
  return n / parts;
}
"""),
    "bounds": ("bounds", "c", """
#include <stdlib.h>
int main(void) {  // !main.i=4
  int *p = malloc(4 * sizeof *p), i = 0;
  while (i <= 4) {
    p[i] = 0;
    i++;  // =main.i
  }
}
"""),
    "methods": ("assert", "cpp", """
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>
struct account {
  int balance = 0;
  int get() const { return balance; }  // =get()
  void deposit(int k) {
    balance += k;  // =main.a.balance
  }
};
std::atomic<int> done{0};
int main() {  // !done=1 !get()=5 !main.a.balance=5
  account a;
  std::vector<int> v{1, 2};
  std::thread t([&] {
    a.deposit(5);
    done++;  // =done
  });
  t.join();
  assert(v.size() == 2);
  assert(done == 1 && a.get() == 10);
}
"""),
    "sizes": ("assert", "cpp", """
#include <cassert>
#include <vector>
int main() {  // !size()=2
  std::vector<int> v{1, 2};
  assert(v.size() == 3);
}
"""),
}
LINES = {"bounds": "has 16 bytes; the access is to 4 at offset 16, allocated at ", "sizes": "size() = 2"}
UNSET = """
#include <stdlib.h>
int main(void) {
  int k;
  int *p = malloc(8);
  p[0] = 1;
  %s
}
"""


def need(holds, what):
    if not holds:
        sys.exit(f"operands: {what}")


def run(allways, folder, name, ending, text, prop):
    program = folder / f"{name.replace(' ', '_')}.{ending}"
    program.write_text(text)
    sarif = folder / "x.sarif"
    done = child.run([allways, str(program), f"--property={prop}", "--json", f"--report={sarif}", f"--report={folder / 'x.txt'}"], cwd=folder, cpu=60)
    need(done.returncode == 1, f"{name}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)["violation"], json.loads(sarif.read_text())["runs"][0]["results"][0], (folder / "x.txt").read_text()


def check(allways, folder, name, prop, ending, text):
    violation, sarif, plain = run(allways, folder, name, ending, text, prop)
    wanted = dict(re.findall(r"!([\w.()]+)=(\S+)", text))
    lines = {n: k for k, line in enumerate(text.splitlines(), 1) for n in re.findall(r"// =([\w.()]+)", line)}
    told = violation.get("operands", [])
    need({o["name"]: o["value"] for o in told} == wanted, f"{name}: {told}")
    for o in told:
        need((o["place"] or {}).get("line") == lines.get(o["name"]), f"{name}: {o}, not line {lines.get(o['name'])}")
        line = next((w for w in violation["why"] if w.startswith(f"{o['name']} = {o['value']}")), None)
        need(line and f"  {line}\n" in plain and line in sarif["message"]["text"], f"{name}: {o['name']} in words: {violation['why']}")
    related = {r["message"]["text"] for r in sarif.get("relatedLocations", [])}
    need(related == {f"{o['name']} = {o['value']}" for o in told if o["place"]}, f"{name}: {related}")
    need(LINES.get(name, "") in plain, f"{name}: {plain}")


def main():
    allways = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as tmp:
        folder = pathlib.Path(tmp)
        for name, (prop, ending, text) in PROGRAMS.items():
            check(allways, folder, name, prop, ending, text)
        violation, _, _ = run(allways, folder, "unset", "c", UNSET % "return k == 3;", "uninitialised")
        need("`k`, declared in line 4" in violation["message"], violation)
        violation, _, _ = run(allways, folder, "unset heap", "c", UNSET % "return p[1] == 3;", "uninitialised")
        need(any("has no value yet, allocated at " in w and ":5:" in w for w in violation["why"]), violation)
    print(f"operands: {len(PROGRAMS) + 2} programs")


main()
