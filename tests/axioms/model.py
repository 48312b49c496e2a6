"""Execution graphs of small programs from the axioms of sequential consistency, TSO and RC11, by enumeration; nothing here is shared with what it judges.

A program is a list of threads, a thread a list of statements (kind, place, ordering, value, failure ordering):
  store, dwrite (plain)     write the value
  load, dread (plain)       read
  when                      read; the thread ends unless it finds the value
  rmw                       add the value
  cas                       2 instead of the value, if that is found
  fence
A graph is written as a set of texts: "1.0<-2.1" (the first access of thread 1 reads from the second of thread 2, or from init), "x: 1.0 2.1" (modification order).
"""
import functools
import itertools
import operator

ATOMIC, PLAIN = ["x", "y", "z"], ["d"]
ACQUIRES, RELEASES = {"acq", "acq_rel", "sc"}, {"rel", "acq_rel", "sc"}


class Event:
    def __init__(self, thread, index, kind, place, atomic, order, read=None, written=None):
        self.thread, self.index, self.kind, self.place, self.atomic, self.order = thread, index, kind, place, atomic, order
        self.read, self.written = read, written  # values; None: it does not
        self.name = f"{thread + 1}.{index}"


def values_of(threads):
    """For each place all values that may ever be written there, and zero: more than there are does no harm."""
    found = {p: {0} for p in ATOMIC + PLAIN}
    statements = [s for t in threads for s in t]
    for kind, place, _, value, _ in statements:
        if kind in ("store", "dwrite"): found[place].add(value)
        elif kind == "cas": found[place].add(2)
    for kind, place, _, value, _ in statements:  # each adds once
        if kind == "rmw": found[place] |= {v + value for v in found[place]}
    for _ in range(2):
        for kind, place, _, value, _ in statements:
            if kind == "rmw": found[place] |= {v + value for v in found[place] if v < 8}
    return found


def runs(k, statements, domain):
    """All sequences of events of thread k, whatever its reads find."""
    def follow(at, index, events):
        if at == len(statements):
            yield events
            return
        kind, place, order, value, failure = statements[at]
        if kind == "fence":
            yield from follow(at + 1, index, events + [Event(k, None, "F", None, True, order)])
        elif kind in ("store", "dwrite"):
            yield from follow(at + 1, index + 1, events + [Event(k, index, "W", place, kind == "store", order, written=value)])
        else:
            for v in sorted(domain[place]):
                if kind == "rmw": e = Event(k, index, "U", place, True, order, v, v + value)
                elif kind == "cas" and v == value: e = Event(k, index, "U", place, True, order, v, 2)
                elif kind == "cas": e = Event(k, index, "R", place, True, failure, v)
                else: e = Event(k, index, "R", place, kind != "dread", order, v)
                if kind == "when" and v != value: yield events + [e]
                else: yield from follow(at + 1, index + 1, events + [e])
    yield from follow(0, 0, [])


# --- relations over event numbers: for each event, the bits of those that it is related to ---------------------------

def bits(row):
    while row:
        yield (row & -row).bit_length() - 1
        row &= row - 1


def compose(a, b):
    out = []
    for row in a:
        more = 0
        for k in bits(row): more |= b[k]
        out.append(more)
    return out


def join(*relations): return [functools.reduce(operator.or_, rows) for rows in zip(*relations)]


def closure(a):
    a = list(a)
    for k in range(len(a)):
        for i in range(len(a)):
            if a[i] >> k & 1: a[i] |= a[k]
    return a


def irreflexive(a): return not any(row >> i & 1 for i, row in enumerate(a))


def acyclic(a): return irreflexive(closure(a))


def identity(events, holds): return [holds(e) << i for i, e in enumerate(events)]


class Graph:
    def __init__(self, events, rf):
        n = self.n = len(events)
        self.events, self.source = events, rf
        self.sb = [sum(1 << j for j in range(i + 1, n) if events[i].thread == events[j].thread) for i in range(n)]
        self.same = [sum(1 << j for j in range(n) if e.place is not None and e.place == events[j].place) for e in events]
        self.rf = [0] * n
        for r, w in rf.items():
            if w is not None: self.rf[w] |= 1 << r

    def order(self, mo):
        self.mo = [0] * self.n
        for o in mo.values():
            for i, w in enumerate(o): self.mo[w] = sum(1 << x for x in o[i + 1:])
        self.rb = [0] * self.n
        for r, w in self.source.items():
            later = sum(1 << x for x in mo[self.events[r].place]) if w is None else self.mo[w]
            self.rb[r] = later & ~(1 << r)

    def atomic(self):
        return not any(self.events[u].kind == "U" and any(self.mo[w] >> u & 1 for w in bits(self.rb[u])) for u in range(self.n))

    def porf_acyclic(self): return acyclic(join(self.sb, self.rf))


def is_sc(g): return acyclic(join(g.sb, g.rf, g.mo, g.rb))


def is_tso(g):
    if not acyclic(join([a & b for a, b in zip(g.sb, g.same)], g.rf, g.mo, g.rb)): return False
    e = g.events

    def fenced(i): return e[i].kind == "U" or (e[i].kind == "F" and e[i].order == "sc")

    def kept(i, j):
        if e[i].kind == "F" and e[i].order != "sc" or e[j].kind == "F" and e[j].order != "sc": return False
        if not (e[i].kind == "W" and e[j].kind == "R"): return True
        return e[i].order == "sc" or any(g.sb[k] >> j & 1 and (fenced(k) or (e[k].kind == "W" and e[k].order == "sc")) for k in bits(g.sb[i]))
    ppo = [sum(1 << j for j in bits(g.sb[i]) if kept(i, j)) for i in range(g.n)]
    rfe = [sum(1 << r for r in bits(g.rf[w]) if e[w].thread != e[r].thread) for w in range(g.n)]
    return acyclic(join(ppo, rfe, g.mo, g.rb))


def happens_before(g):
    e, everything = g.events, [1 << i for i in range(g.n)]
    writes = identity(e, lambda x: x.kind in "WU" and x.atomic)
    reads = identity(e, lambda x: x.kind in "RU" and x.atomic)
    updates = identity(e, lambda x: x.kind == "U")
    release, acquire = identity(e, lambda x: x.order in RELEASES), identity(e, lambda x: x.order in ACQUIRES)
    fences = identity(e, lambda x: x.kind == "F")
    sequence = compose(writes, join(closure(compose(g.rf, updates)), everything))
    heads = compose(release, join(everything, compose(fences, g.sb)))
    tails = compose(join(everything, compose(g.sb, fences)), acquire)
    sw = compose(heads, compose(sequence, compose(g.rf, compose(reads, tails))))
    return closure(join(g.sb, sw))


def is_rc11(g):
    e = g.events
    hb = happens_before(g)
    eco = closure(join(g.rf, g.mo, g.rb))
    # An update is one event here: that its read comes before its write makes every cycle of eco through it one of hb; eco.
    if not irreflexive(join(hb, eco)) or not irreflexive(compose(hb, eco)): return False
    everything = [1 << i for i in range(g.n)]
    elsewhere = [a & ~b for a, b in zip(g.sb, g.same)]
    scb = join(g.sb, compose(compose(elsewhere, hb), elsewhere), [a & b for a, b in zip(hb, g.same)], g.mo, g.rb)
    sc, fsc = identity(e, lambda x: x.order == "sc"), identity(e, lambda x: x.order == "sc" and x.kind == "F")
    maybe = join(hb, everything)
    base = compose(compose(join(sc, compose(fsc, maybe)), scb), join(sc, compose(maybe, fsc)))
    fences = compose(compose(fsc, join(hb, compose(compose(hb, eco), hb))), fsc)
    return acyclic(join(base, fences))


MODELS = {"sc": is_sc, "tso": is_tso, "rc11": is_rc11}


def graphs(threads):
    """Every graph without a cycle of sequenced before and reads from."""
    domain = values_of(threads)
    for choice in itertools.product(*[list(runs(k, t, domain)) for k, t in enumerate(threads)]):
        events = [e for t in choice for e in t]
        reads = [i for i, e in enumerate(events) if e.read is not None]
        writes = {}
        for i, e in enumerate(events):
            if e.written is not None: writes.setdefault(e.place, []).append(i)
        sources = []
        for r in reads:
            found = [w for w in writes.get(events[r].place, []) if events[w].written == events[r].read and w != r]
            sources.append(found + ([None] if events[r].read == 0 else []))
        if not all(sources): continue
        for picked in itertools.product(*sources):
            rf = dict(zip(reads, picked))
            g = Graph(events, rf)
            if not g.porf_acyclic(): continue
            for orders in itertools.product(*[itertools.permutations(w) for w in writes.values()]):
                mo = {p: list(o) for p, o in zip(writes, orders)}
                for p in ATOMIC + PLAIN: mo.setdefault(p, [])
                g.order(mo)
                if g.atomic(): yield g, rf, mo


def text(events, rf, mo):
    lines = [f"{events[r].name}<-{'init' if w is None else events[w].name}" for r, w in rf.items()]
    lines += [f"{p}: {' '.join(events[w].name for w in o)}" for p, o in mo.items() if o]
    return "; ".join(sorted(lines))


def has_race(g):
    e, hb = g.events, happens_before(g)
    return any(e[i].place is not None and e[i].place == e[j].place and e[i].thread != e[j].thread and e[i].kind + e[j].kind != "RR" and
               not (e[i].atomic and e[j].atomic) and not hb[i] >> j & 1 and not hb[j] >> i & 1 for i in range(g.n) for j in range(i))


def consistent(threads, models):
    """The graphs by model, and whether one of those of RC11 has a data race."""
    found, racy = {m: set() for m in models}, False
    for g, rf, mo in graphs(threads):
        for m in models:
            if not MODELS[m](g): continue
            found[m].add(text(g.events, rf, mo))
            racy = racy or (m == "rc11" and has_race(g))
    return found, racy


def air(threads):
    """The program as text of the IR, one static process per thread."""
    out = ['air 1', 'language "c"', 'scheduler interleave', 'pointers 64', 'properties "assert"', 'entry &elab']
    out += [f"global @{g} i32" for g in ATOMIC + PLAIN]
    out += [f"process $t{k} &t{k}" for k in range(len(threads))]
    for k, statements in enumerate(threads):
        out += ["", f"func &t{k}() void {{", "temp i32 %1", "temp bool %2", "b1:"]
        block, line = 1, 10 * (k + 1)
        for kind, place, order, value, failure in statements:
            line += 1
            at = f' !"p.c":{line}:1'
            dot = "" if order in (None, "sc") else "." + order
            if kind == "store": out.append(f"  store.atomic{dot} i32 @{place}, {value}{at}")
            elif kind in ("load", "when"): out.append(f"  %1 = load.atomic{dot} i32 @{place}{at}")
            elif kind == "rmw": out.append(f"  %1 = rmw.add.atomic{dot} i32 @{place}, {value}{at}")
            elif kind == "cas": out.append(f"  %1 = cas.atomic.{order}.{failure} i32 @{place}, {value}, 2{at}")
            elif kind == "fence": out.append(f"  fence{dot}{at}")
            elif kind == "dread": out.append(f"  %1 = load i32 @{place}{at}")
            elif kind == "dwrite": out.append(f"  store i32 @{place}, {value}{at}")
            if kind == "when":
                out += [f"  %2 = eq bool %1, i32:{value}", f"  branch %2 -> b{block + 1}, bEND", f"b{block + 1}:"]
                block += 1
        block += 1
        out = [l.replace("bEND", f"b{block}") for l in out]
        out += [f"  jump -> b{block}", f"b{block}:", "  return", "}"]
    out += ["", "func &elab() void {", "b1:", "  start.ivl", "  return", "}"]
    return "\n".join(out) + "\n"
