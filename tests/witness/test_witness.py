#!/usr/bin/env python3
"""Witnesses of small programs, read back and compared with what the programs do: test_witness.py ALLWAYS"""
import hashlib
import os
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import child

ALLWAYS = ""
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"

THREADS = """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int x;
void *add(void *unused) {
  x++;
  return 0;
}
int main(void) {
  pthread_t t, s;
  int k = __VERIFIER_nondet_int();
  pthread_create(&t, 0, add, 0);
  pthread_create(&s, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(s, 0);
  if (x == 1 && k == -17) reach_error();
  return 0;
}
"""
ALONE = """extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool( void );
void reach_error(void) {}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint( );
  if (__VERIFIER_nondet_bool() && a == 3000000000u)
    reach_error();
  return 0;
}
"""
SAFE = "void reach_error(void) {}\nint main(void) { return 0; }\n"
RACE = """#include <pthread.h>
int x;
void *add(void *unused) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  x = 2;
  return 0;
}
"""


def scalar(text):
    """A YAML scalar as the writer makes them."""
    text = text.strip()
    if text.startswith('"'):
        assert text.endswith('"') and len(text) > 1, text
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return [] if text == "[]" else int(text)


def yaml(lines, indent=0):
    """Reads the part of YAML that the writer uses: nested maps and lists by indentation. `lines` is used up."""
    value = None
    while lines:
        depth = len(lines[0]) - len(lines[0].lstrip())
        if depth < indent:
            break
        assert depth == indent, lines[0]
        body = lines[0].lstrip()
        if body.startswith("- "):
            value = [] if value is None else value
            assert isinstance(value, list), body
            if re.match(r'- "[^"]*"$', body):
                value.append(scalar(body[2:]))
                lines.pop(0)
            else:
                lines[0] = " " * (indent + 2) + body[2:]
                value.append(yaml(lines, indent + 2))
            continue
        value = {} if value is None else value
        assert isinstance(value, dict), body
        key, rest = re.match(r'("[^"]*"|\w+):(.*)$', body).groups()
        lines.pop(0)
        if rest:
            assert rest.startswith(" "), body
            value[key.strip('"')] = scalar(rest)
        else:
            value[key] = yaml(lines, len(lines[0]) - len(lines[0].lstrip()))
    return value


class Graph:
    """A GraphML witness."""

    def __init__(self, text):
        root = ElementTree.fromstring(text)
        graph = root.find(NAMESPACE + "graph")
        keys = {k.get("id"): k.get("for") for k in root.findall(NAMESPACE + "key")}
        self.data = self.data_of(graph)
        self.nodes = {n.get("id"): self.data_of(n) for n in graph.findall(NAMESPACE + "node")}
        self.edges = [(e.get("source"), e.get("target"), self.data_of(e)) for e in graph.findall(NAMESPACE + "edge")]
        for place, found in [("graph", self.data), *[("node", n) for n in self.nodes.values()],
                             *[("edge", e[2]) for e in self.edges]]:
            assert all(keys[key] == place for key in found), found

    @staticmethod
    def data_of(element):
        return {d.get("key"): d.text for d in element.findall(NAMESPACE + "data")}


class Witness(unittest.TestCase):
    def make(self, program, ending, prop="unreach-call", status=1, options=(), flags=(), name="p.c"):
        """Text of the witness, and what allways says on stderr."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / name).write_text(program)
            words = [ALLWAYS, name, "--property=" + prop, "--report", "w" + ending, *options]
            done = child.run(words + (["--", *flags] if flags else []), cpu=120, cwd=folder,
                             env={**os.environ, "SOURCE_DATE_EPOCH": "86400"})
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            path = pathlib.Path(folder) / ("w" + ending)
            return path.read_text() if path.exists() else None, done.stderr

    def path_of(self, graph):
        """Edges from the entry to the violation; every edge is on it."""
        at, = [n for n, d in graph.nodes.items() if d.get("entry") == "true"]
        after = {source: (target, data) for source, target, data in graph.edges}
        path = []
        while graph.nodes[at].get("violation") != "true":
            at, data = after[at]
            path.append(data)
        self.assertEqual(len(path), len(graph.edges))
        return path

    def test_threads(self):
        graph = Graph(self.make(THREADS, ".graphml", flags=["-m32"])[0])
        self.assertEqual(graph.data["witness-type"], "violation_witness")
        self.assertEqual(graph.data["specification"], "CHECK( init(main()), LTL(G ! call(reach_error())) )")
        self.assertEqual(graph.data["programfile"], "p.c")
        self.assertEqual(graph.data["programhash"], hashlib.sha256(THREADS.encode()).hexdigest())
        self.assertEqual(graph.data["architecture"], "32bit")
        self.assertEqual(graph.data["creationtime"], "1970-01-02T00:00:00Z")
        path = self.path_of(graph)
        created = [(e["createThread"], e.get("startline")) for e in path if "createThread" in e]
        self.assertEqual(created, [("0", "9"), ("1", "12"), ("2", "13")])
        entered = [(e["threadId"], e["enterFunction"]) for e in path if "enterFunction" in e]
        self.assertEqual(sorted(entered), [("0", "main"), ("1", "add"), ("2", "add")])
        known = {"0"}
        for e in path:
            self.assertIn(e["threadId"], known)
            known.add(e.get("createThread", "0"))
        inputs = [e for e in path if "assumption" in e]
        self.assertEqual([(e["assumption"], e["assumption.resultfunction"], e["startline"]) for e in inputs],
                         [("\\result == -17;", "__VERIFIER_nondet_int", "11")])
        self.assertEqual((path[-1]["threadId"], path[-1]["startline"]), ("0", "16"))
        # The lost update: one thread works in line 6 between two visits of the other.
        work = "".join(e["threadId"] for e in path if e.get("startline") == "6")
        self.assertRegex(work, "121|212")

    def test_race(self):
        path = self.path_of(Graph(self.make(RACE, ".graphml", prop="no-data-race")[0]))
        last = [(e["threadId"], e.get("startline")) for e in path[-2:]]
        self.assertEqual(sorted(last), [("0", "7"), ("1", "3")])
        text, complaint = self.make(RACE, ".yml", prop="no-data-race")
        self.assertIsNone(text)
        self.assertIn("format 2.0 cannot express", complaint)

    def test_proof(self):
        graph = Graph(self.make(SAFE, ".graphml", status=0)[0])
        self.assertEqual(graph.data["witness-type"], "correctness_witness")
        self.assertEqual(graph.edges, [])
        self.assertEqual(list(graph.nodes.values()), [{"entry": "true", "invariant": "1"}])
        entry, = yaml(self.make(SAFE, ".yml", status=0)[0].splitlines())
        self.assertEqual((entry["entry_type"], entry["content"]), ("invariant_set", []))

    def check_task(self, entry, program, model):
        meta = entry["metadata"]
        self.assertEqual(meta["format_version"], "2.0")
        self.assertRegex(meta["uuid"], r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        self.assertEqual(meta["creation_time"], "1970-01-02T00:00:00Z")
        self.assertEqual(meta["producer"]["name"], "Allways")
        task = meta["task"]
        self.assertEqual(task["input_files"], ["p.c"])
        self.assertEqual(task["input_file_hashes"], {"p.c": hashlib.sha256(program.encode()).hexdigest()})
        self.assertEqual((task["data_model"], task["language"]), (model, "C"))
        self.assertEqual(task["specification"], "CHECK( init(main()), LTL(G ! call(reach_error())) )")

    def waypoints(self, entry):
        self.assertEqual(entry["entry_type"], "violation_sequence")
        return [segment["segment"][0]["waypoint"] for segment in entry["content"]]

    def test_one_thread(self):
        entry, = yaml(self.make(ALONE, ".yml")[0].splitlines())
        self.check_task(entry, ALONE, "LP64")
        first, second, target = self.waypoints(entry)
        self.assertEqual((first["type"], first["action"]), ("function_return", "follow"))
        self.assertEqual(first["constraint"], {"value": "\\result == 3000000000", "format": "acsl_expression"})
        lines = ALONE.splitlines()
        for waypoint, line in ((first, 5), (second, 6)):
            at = waypoint["location"]
            self.assertEqual((at["file_name"], at["line"]), ("p.c", line))
            self.assertEqual(lines[line - 1][at["column"] - 1], ")")
        self.assertEqual(second["constraint"]["value"], "\\result == 1")
        self.assertEqual((target["type"], target["location"]), ("target", {"file_name": "p.c", "line": 7}))

    def test_threads_have_a_target_only(self):
        entry, = yaml(self.make(THREADS, ".yml", flags=["-m32"])[0].splitlines())
        self.check_task(entry, THREADS, "ILP32")
        self.assertEqual([w["type"] for w in self.waypoints(entry)], ["target"])

    def test_names_are_escaped(self):
        name = 'a & <b> "c".c'
        self.assertEqual(Graph(self.make(SAFE, ".graphml", status=0, name=name)[0]).data["programfile"], name)

    def test_refused(self):
        for ending in ".graphml", ".yml":
            ranged = self.make(ALONE, ending, status=0, options=["--input-range=0..5"])
            self.assertEqual(ranged[0], None)
            self.assertIn("the result is no proof", ranged[1])
            other = self.make("main { }\n", ending, prop="assert", status=0, name="p.ivl")
            self.assertIn("witnesses are about C programs", other[1])
            division = self.make("int main(void) { volatile int z = 0; return 1 / z; }\n", ending, prop="div-by-zero")
            self.assertIn("no formula for what was checked", division[1])


if __name__ == "__main__":
    ALLWAYS = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
