"""Random small SystemC models for random_reference.py: channels, process control, data types.

A model has a few processes in one module (some in a child with ports), each a list of statements, so that the shrinker can drop them.
What it sees it tells by note(): printed, and mixed into `outcome`, which the last line prints. With -DOUTCOME=N a run with that outcome
violates an assertion.
"""
import random

HEAD = """#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
using namespace sc_core;
using namespace sc_dt;

static unsigned outcome = 5381;
static void note(const char *who, const std::string &text) {
  for (char c : text) outcome = outcome * 33 + (unsigned char)c;
  for (const char *c = who; *c; c++) outcome = outcome * 33 + (unsigned char)*c;
  std::cout << who << ' ' << text << std::endl;
}
static void note(const char *who, long long n) { note(who, std::to_string(n)); }
"""

MAIN = """int sc_main(int, char **) {
  sc_report_handler::set_actions(SC_WARNING, SC_DO_NOTHING);
  sc_report_handler::set_actions(SC_INFO, SC_DO_NOTHING);
  Top top("top");
%s
  note("end", sc_time_stamp().to_string());
  std::cout << "outcome " << outcome << std::endl;
#ifdef OUTCOME
  sc_assert(outcome != OUTCOME);
#endif
  return 0;
}
"""


class Piece:
    """One kind of thing that processes share. Subclasses draw members, statements and waits."""
    declared = ""
    made = ""     # initialisers of members
    built = ""    # statements of the constructor

    def __init__(self, r):
        self.r = r

    def statement(self, who, method):
        raise NotImplementedError

    def wait(self):
        return None


class Events(Piece):
    declared = "sc_event e, f;"

    def statement(self, who, method):
        r = self.r
        e = r.choice("ef")
        kinds = [f"{e}.notify();", f"{e}.notify(SC_ZERO_TIME);", f"{e}.notify({r.randrange(1, 4)}, SC_NS);", f"{e}.cancel();"]
        if method:
            kinds += ["next_trigger(e | f);", f"next_trigger({r.randrange(1, 3)}, SC_NS, {e});", "next_trigger(e & f);", f"next_trigger({e});"]
            kinds += ["next_trigger(SC_ZERO_TIME);", "next_trigger();"]
        return r.choice(kinds)

    def wait(self):
        r = self.r
        return r.choice(["wait(e);", "wait(f);", "wait(e | f);", "wait(e & f);", "wait(2, SC_NS, e);", "wait(1, SC_NS, e & f);", "wait(SC_ZERO_TIME, e | f);"])


class Queue(Piece):
    declared = "sc_event_queue q;"
    made = 'q("q")'

    def statement(self, who, method):
        return self.r.choice(["q.notify(SC_ZERO_TIME);", "q.notify(1, SC_NS);", "q.notify(2, SC_NS);", "q.notify(1, SC_NS); q.notify(1, SC_NS);", "q.cancel_all();"])

    def wait(self):
        return "wait(q.default_event());"


class Signals(Piece):
    made = 's("s"), b("b"), u("u")'

    def __init__(self, r):
        super().__init__(r)
        self.policy = r.choice(["SC_MANY_WRITERS", "SC_UNCHECKED_WRITERS", "SC_MANY_WRITERS"])
        kind = r.choice(["sc_signal<int, {}>", "sc_signal<int, {}>", "sc_buffer<int, {}>"]).format(self.policy)
        self.declared = f"{kind} s;\n  sc_signal<bool, {self.policy}> b;\n  sc_signal<sc_uint<5>, {self.policy}> u;"

    def statement(self, who, method):
        r = self.r
        n = r.randrange(3)
        return r.choice([f"s.write({n});", f"s.write(s.read() + {n});", f"b.write({n % 2});", "b.write(!b.read());", f"u.write(u.read() * 3 + {n});",
                         f"NOTE(s.read());", "NOTE(b.read());", "NOTE(u.read().to_string(SC_BIN));", "NOTE(s.event());", "NOTE(b.posedge());",
                         "NOTE(b.negedge());", f"if (s.event()) NOTE(10 + s.read());", "u = (u.read(), sc_uint<2>(2)).to_uint();"])

    def wait(self):
        return self.r.choice(["wait(s.value_changed_event());", "wait(b.posedge_event());", "wait(b.negedge_event() | s.default_event());",
                              "wait(u.value_changed_event());", "wait(1, SC_NS, b.value_changed_event());"])


class Fifo(Piece):
    def __init__(self, r):
        super().__init__(r)
        self.kind = r.choice(["int", "int", "sc_bv<6>", "sc_uint<7>"])
        self.declared = f"sc_fifo<{self.kind}> fifo;"
        self.made = f'fifo("fifo", {r.randrange(1, 3)})'

    def statement(self, who, method):
        r = self.r
        n = r.randrange(1, 40)
        told = "v" if self.kind == "int" else "v.to_uint()"
        kinds = [f"NOTE(fifo.nb_write({n}));", f"{{ {self.kind} v; if (fifo.nb_read(v)) NOTE({told}); }}", "NOTE(fifo.num_available());", "NOTE(fifo.num_free());"]
        if not method:
            kinds += [f"fifo.write({n});", f"{{ {self.kind} v = fifo.read(); NOTE({told}); }}"] * 2
        return r.choice(kinds)

    def wait(self):
        return self.r.choice(["wait(fifo.data_written_event());", "wait(fifo.data_read_event());", "wait(1, SC_NS, fifo.data_written_event());"])


class Locks(Piece):
    declared = "sc_mutex m;\n  sc_semaphore sem;"

    def __init__(self, r):
        super().__init__(r)
        self.made = f'm("m"), sem("sem", {r.randrange(3)})'

    def statement(self, who, method):
        r = self.r
        kinds = ["NOTE(m.trylock());", "NOTE(m.unlock());", "NOTE(sem.trywait());", "sem.post();", "NOTE(sem.get_value());"]
        if not method:
            kinds += ["m.lock();", "sem.wait();", f"m.lock(); NOTE(50); wait({r.randrange(2)}, SC_NS); m.unlock();"]
        return r.choice(kinds)


class Resolved(Piece):
    declared = "sc_signal_rv<4> rv;\n  sc_signal_resolved rs;"
    made = 'rv("rv"), rs("rs")'

    def statement(self, who, method):
        r = self.r
        text, one = "".join(r.choice("01ZX") for _ in range(4)), r.choice("01ZX")
        return r.choice([f'rv.write("{text}");', f"rs.write(sc_logic('{one}'));", "NOTE(rv.read().to_string());", "NOTE(rs.read().to_char());"])

    def wait(self):
        return self.r.choice(["wait(rv.value_changed_event());", "wait(rs.posedge_event());", "wait(rs.default_event());"])


class Clocked(Piece):
    """A clock and, unless the model has it as a drawn process, a counter at its edges."""
    declared = "sc_clock clk;\n  sc_signal<bool> rst;\n  int ticks = 0;\n  void tick() {\n    note(\"tick\", 100 + ticks);\n    while (true) {\n      wait();\n      note(\"tick\", ++ticks);\n" \
               "      if (ticks == 3) sc_stop();\n    }\n  }\n  void drive() {\n    rst.write(ticks == 1);\n  }"

    def __init__(self, r):
        super().__init__(r)
        self.made = f'clk("clk", {r.choice([2, 2, 3])}, SC_NS, 0.5, {r.randrange(2)}, SC_NS, {r.choice(["true", "false"])}), rst("rst")'
        reset = r.choice(["", "    reset_signal_is(rst, true);", "    async_reset_signal_is(rst, true);"])
        kind = r.choice(["    SC_CTHREAD(tick, clk);", "    SC_THREAD(tick);\n    sensitive << clk.posedge_event();"])
        self.built = f"{kind}\n{reset}\n    SC_METHOD(drive);\n    sensitive << clk.{r.choice(['posedge', 'negedge'])}_event();\n    dont_initialize();"

    def statement(self, who, method):
        return self.r.choice(["NOTE(clk.read());", "NOTE(clk.posedge());", "NOTE(ticks);", "NOTE(rst.read());"])

    def wait(self):
        return self.r.choice(["wait(clk.posedge_event());", "wait(clk.negedge_event());", "wait(clk.value_changed_event() | rst.value_changed_event());"])


class Child(Piece):
    """A module with ports and a method that is sensitive to one; an export of a channel inside."""
    declared = "sc_signal<int, SC_UNCHECKED_WRITERS> to, from;\n  Child child;"
    made = 'to("to"), from("from"), child("child")'
    before = """struct Child : sc_module {
  sc_in<int> in;
  sc_out<int> out;
  sc_export<sc_signal_inout_if<bool>> flag;
  sc_signal<bool, SC_UNCHECKED_WRITERS> inner;
  void work() {
    note("child", in.read());
    out.write(in.read() * 2 + inner.read());
  }
  SC_CTOR(Child) : in("in"), out("out"), flag("flag"), inner("inner") {
    SC_METHOD(work);
    sensitive << in << inner;
    %s
    flag(inner);
  }
};
"""
    built = "    child.in(to);\n    child.out(from);"

    def __init__(self, r):
        super().__init__(r)
        self.before = self.before % r.choice(["dont_initialize();", ""])

    def statement(self, who, method):
        n = self.r.randrange(4)
        return self.r.choice([f"to.write({n});", "NOTE(from.read());", f"child.flag->write({n % 2});", "to.write(from.read() + 1);", "NOTE(child.inner.event());"])

    def wait(self):
        return self.r.choice(["wait(from.value_changed_event());", "wait(child.flag->value_changed_event());"])


class Control(Piece):
    """Handles of the drawn processes, and one that is spawned. The reference library takes no notice of a kill before a process has begun."""

    def __init__(self, r, n):
        super().__init__(r)
        self.n = n
        self.declared = f"sc_process_handle h[{n}], spawned;\n  sc_event never;\n  bool inner_begun = false;\n  void inner() {{\n    inner_begun = true;\n    try {{\n      note(\"inner\", 1);\n      wait(1, SC_NS);\n      note(\"inner\", 2);\n" \
                        f"      wait(never);\n    }} catch (int n) {{\n      note(\"inner\", n);\n    }}\n  }}"

    def statement(self, who, method):
        r = self.r
        k = r.randrange(self.n)
        h, begun = (f"h[{k}]", f"begun{k}") if r.random() < 0.75 else ("spawned", "inner_begun")
        kinds = [f"{h}.{op}();" for op in ("suspend", "resume", "disable", "enable")]
        kinds += [f"if ({begun}) {h}.{op};" for op in ("kill()", "reset()", f"throw_it({r.randrange(60, 70)})")]
        kinds += [f"NOTE({h}.terminated());", f"NOTE({h}.valid());", f"NOTE({h} == sc_get_current_process_handle());", f"{h}.sync_reset_on();", f"{h}.sync_reset_off();"]
        kinds += ["if (!spawned.valid()) spawned = sc_spawn(sc_bind(&Top::inner, this));"] * 3
        return r.choice(kinds)

    def wait(self):
        h = self.r.choice([f"h[{self.r.randrange(self.n)}]", "spawned"])
        return f"if ({h}.valid()) wait(1, SC_NS, {h}.terminated_event());"


INTEGERS = ["sc_int<{}>", "sc_uint<{}>", "sc_bigint<{}>", "sc_biguint<{}>"]


class Numbers(Piece):
    """Data types: expressions over variables of the module, told as text."""

    def __init__(self, r):
        super().__init__(r)
        self.widths = [r.randrange(2, 40) for _ in range(4)]
        self.kinds = [r.choice(INTEGERS).format(self.widths[k]) for k in range(2)]
        self.kinds += [f"sc_bv<{self.widths[2]}>", f"sc_lv<{self.widths[3]}>"]
        whole = r.randrange(1, 12)
        self.fixed = f"sc_{r.choice(['', 'u'])}fixed<{whole + r.randrange(1, 12)}, {whole}, {r.choice(['SC_RND', 'SC_TRN', 'SC_RND_ZERO', 'SC_RND_CONV', 'SC_TRN_ZERO'])}, {r.choice(['SC_SAT', 'SC_WRAP', 'SC_SAT_SYM', 'SC_SAT_ZERO'])}>"
        self.declared = "\n  ".join(f"{kind} n{k};" for k, kind in enumerate(self.kinds)) + f"\n  {self.fixed} fx;"
        self.built = f"    n0 = {r.randrange(99)};\n    n1 = {r.randrange(99)};\n    n2 = {r.randrange(99)};\n    n3 = {r.randrange(99)};\n    fx = {r.randrange(-60, 60) / 8};"
        self.before = "#define SC_INCLUDE_FX\n"

    def range_of(self, k):
        low = self.r.randrange(self.widths[k])
        return f"n{k}.range({self.r.randrange(low, self.widths[k])}, {low})"

    def statement(self, who, method):
        r = self.r
        a, n = r.randrange(2), r.randrange(1, 9)
        i, v = 1 - a, r.randrange(2, 4)
        base = r.choice(["SC_BIN", "SC_DEC", "SC_HEX", "SC_CSD", "SC_OCT", "SC_HEX_US", "SC_BIN_SM"])
        kinds = [f"n{a} = n{a} {r.choice('+-*&|^')} n{i};", f"n{a} = n{i} {r.choice(['<<', '>>'])} {n};", f"if (n{i} != 0) n{a} = n{a} {r.choice('/%')} n{i};",
                 f"n{a} {r.choice(['+=', '-=', '*=', '|=', '^='])} {n};", f"n{a}++;", f"n{a} = -n{i};", f"n{a} = ~n{i};", f"{self.range_of(a)} = {n};",
                 f"n{a}[{r.randrange(self.widths[a])}] = {n % 2};", f"NOTE(n{a}.to_string({base}));", f"NOTE(n{a}.to_int64());", f"NOTE((n{a} {r.choice(['<', '==', '>='])} n{i}));",
                 f"NOTE({self.range_of(a)}.to_uint64());", f"n{v} = n{a};", f"n{a} = n2;", f"n2 = n2 {r.choice('&|^')} sc_bv<{self.widths[2]}>({n * 37});",
                 f"n3[{r.randrange(self.widths[3])}] = sc_logic('{r.choice('01XZ')}');", f"NOTE(n{v}.to_string());", f"NOTE(n{v}.{r.choice(['and', 'or', 'xor', 'nand'])}_reduce());",
                 f"n{v} = ~n{v};", f"n{v} = n{v} {r.choice(['<<', '>>'])} {n};", f"n{v}.{r.choice(['lrotate', 'rrotate'])}({n});", f"n3 = n3 & n2;" if self.widths[2] == self.widths[3] else "n3 = n2;",
                 f"{self.range_of(v)} = {n};", f"n{a} = ({self.range_of(i)}, {self.range_of(a)});", f"NOTE(({self.range_of(2)}, {self.range_of(3)}).to_string());",
                 f"fx = fx {r.choice('+-*')} {r.randrange(-20, 20) / 4};", "fx = fx * fx;", f"fx = n{a};", f"fx = fx / {r.choice([2, 4, 3])};", "NOTE(fx.to_string());", "NOTE(fx.to_string(SC_BIN));",
                 f"fx = fx {r.choice(['<<', '>>'])} {r.randrange(3)};", "NOTE(fx.to_int());", "NOTE((fx > 1.5));"]
        return r.choice(kinds)


SHARED = [Events, Queue, Signals, Fifo, Locks, Resolved, Clocked, Child]


class Model:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        n = r.choice([2, 2, 3])
        self.pieces = [kind(r) for kind in r.sample(SHARED, r.randrange(1, 3))]
        if r.random() < 0.45:
            self.pieces.append(Control(r, n))
        if r.random() < 0.5:
            self.pieces.append(Numbers(r))
        self.start = r.choice(["  sc_start(6, SC_NS);", "  sc_start(6, SC_NS);", "  sc_start(1, SC_NS);\n  note(\"main\", 1);\n  sc_start(3, SC_NS);"])
        self.processes = [self.process(who) for who in range(n)]

    def process(self, who):
        r = self.r
        method = r.random() < 0.25
        body = [self.statement(who, method) for _ in range(r.randrange(3, 7))]
        trigger = ""
        if method or r.random() < 0.3:
            trigger = r.choice(["", "    sensitive << start_event;"])
        late = method and r.random() < 0.3
        return method, r.randrange(1, 3), body, trigger, late

    def statement(self, who, method):
        r = self.r
        piece = r.choice(self.pieces)
        if not method and r.random() < 0.3:
            return piece.wait() or r.choice(["wait(1, SC_NS);", "wait(SC_ZERO_TIME);", "wait(2, SC_NS);"])
        if r.random() < 0.15:
            return r.choice(["NOTE(sc_time_stamp().value());", f"NOTE({r.randrange(9)});", "start_event.notify(SC_ZERO_TIME);"] + ([] if method else ["NOTE(timed_out());"]))
        return piece.statement(who, method)

    def function(self, who):
        method, rounds, body, _, _ = self.processes[who]
        lines = [f"  void p{who}() {{", f"    begun{who} = true;", "    try {"]
        lines += [f"      for (int i{who} = 0; i{who} < {rounds}; i{who}++) {{"] if not method else [f"      if (calls{who}++ < {rounds + 1}) {{"]
        lines += ["        " + s.replace("NOTE(", f'note("p{who}", ') for s in body]
        lines += ["      }", f'      note("p{who}", "over");', "    } catch (const sc_report &e) {", f'      note("p{who}", e.get_id());',
                  "    } catch (int n) {", f'      note("p{who}", n);', "    }", "  }", f"  int calls{who} = 0;", f"  bool begun{who} = false;"]
        return lines

    def text(self):
        before = "".join(getattr(p, "before", "") for p in self.pieces if "Child" not in getattr(p, "before", ""))
        out = [before + HEAD] + [p.before for p in self.pieces if "Child" in getattr(p, "before", "")]
        out += ["struct Top : sc_module {", "  sc_event start_event;"] + ["  " + p.declared for p in self.pieces]
        for who in range(len(self.processes)):
            out += self.function(who)
        made = [p.made for p in self.pieces if p.made]
        out += ["  SC_CTOR(Top)" + (" : " + ", ".join(made) if made else "") + " {"]
        handles = any(isinstance(p, Control) for p in self.pieces)
        for who, (method, _, _, trigger, late) in enumerate(self.processes):
            out.append(f"    {'SC_METHOD' if method else 'SC_THREAD'}(p{who});")
            out += [trigger] if trigger else []
            out += ["    dont_initialize();"] if late else []
            out += [f"    h[{who}] = sc_get_last_created_process_handle();"] if handles else []
        out += [p.built for p in self.pieces if p.built]
        out += ["  }", "};", MAIN % self.start]
        return "\n".join(out)

    def smaller(self):
        """All models with one statement less."""
        for who, (method, rounds, body, trigger, late) in enumerate(self.processes):
            for k in range(len(body)):
                m = Model.__new__(Model)
                m.pieces, m.start, m.processes = self.pieces, self.start, list(self.processes)
                m.processes[who] = (method, rounds, body[:k] + body[k + 1:], trigger, late)
                yield m
