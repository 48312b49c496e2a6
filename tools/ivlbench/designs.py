"""Small designs: kundu, memory slave, toy, bist cell, pipeline (section 7.5)."""
from ivlbench.family import ACYCLIC, CYCLIC, SAFE, UNSAFE, Family


def kundu_producer(name, letter, period, timer):
    wake = """    if (timer) {
      timer = false;
      notify e;
    }
""" if timer else ""
    return f"""thread {name} {{
  while (i < max_loop) {{
    write_data(num, '{letter}');
    num += 1;
{wake}    wait_time {period};
  }}
}}
"""


def kundu_text(producers, max_loop):
    return f"""
int max_loop = {max_loop};
int num = 0;
int i = 0;
bool timer = false;
event e;
char data_0;
char data_1;

char read_data(int pos) {{
  char c = 0;
  if (pos == 0) {{
    c = data_0;
  }} else {{
    assert pos == 1;
    c = data_1;
  }}
  return c;
}}

void write_data(int pos, char c) {{
  if (pos == 0) {{
    data_0 = c;
  }} else {{
    assert pos == 1;
    data_1 = c;
  }}
}}

{producers}
thread C_1 {{
  char c;
  while (i < max_loop) {{
    if (num == 0) {{
      timer = true;
      i += 1;
      wait e;
    }}
    num -= 1;
    assert num >= 0;
    c = read_data(num);
    i += 1;
    wait_time 1;
  }}
}}

main {{
  start;
}}
"""


def kundu():
    return kundu_text(kundu_producer("P_1", "A", 3, False) + "\n" + kundu_producer("P_2", "B", 3, True), 8)


def kundu_bug_1():
    return kundu_text(kundu_producer("P_1", "A", 1, False), 2)


def kundu_bug_2():
    return kundu_text(kundu_producer("P_1", "A", 1, False) + "\n" + kundu_producer("P_2", "B", 1, True), 2)


def memory_slave(size, slave_write, choice):
    """`choice` opens each write transaction of the master; `slave_write` is what the slave does with a write."""
    return f"""
// One master, one slave, a request and a response channel of one place each, a mutex around a transaction.
int memory[{size}];
bool lock = false;
event lock_event;
int req_type;
int req_addr;
int req_data;
bool req_empty = true;
event req_put;
event req_taken;
int rsp_status;
int rsp_data;
bool rsp_empty = true;
event rsp_put;
event rsp_taken;

int transport(int type, int addr, int data) {{
  while (lock) {{
    wait lock_event;
  }}
  lock = true;
  while (!req_empty) {{
    wait req_taken;
  }}
  req_type = type;
  req_addr = addr;
  req_data = data;
  req_empty = false;
  notify req_put;
  while (rsp_empty) {{
    wait rsp_put;
  }}
  int result = rsp_data;
  assert rsp_status == 1;
  rsp_empty = true;
  notify rsp_taken;
  assert lock;
  lock = false;
  notify lock_event;
  return result;
}}

thread master {{
  int a;
  int d;
  for (a = 0; a < {size}; a += 1) {{
{choice}
    d = transport(1, a, d);
  }}
  for (a = 0; a < {size}; a += 1) {{
    d = transport(0, a, 0);
    assert d == a + 50;
  }}
}}

thread slave {{
  int type;
  int addr;
  int data;
  while (true) {{
    while (req_empty) {{
      wait req_put;
    }}
    type = req_type;
    addr = req_addr;
    data = req_data;
    req_empty = true;
    notify req_taken;
    int status = 0;
    int answer = 0;
    if (type == 0) {{
      answer = memory[addr];
      status = 1;
    }} else {{
      if (type == 1) {{
{slave_write}
        status = 1;
      }}
    }}
    while (!rsp_empty) {{
      wait rsp_taken;
    }}
    rsp_status = status;
    rsp_data = answer;
    rsp_empty = false;
    notify rsp_put;
  }}
}}

main {{
  start;
}}
"""


def mem_slave_tlm(size):
    return memory_slave(size, "        memory[addr] = data;", "    d = a + 50;")


def mem_slave_tlm_bug(size):
    wrong = f"""        memory[addr] = data;
        if (addr == {size - 1}) {{
          memory[addr] = data + 1;
        }}"""
    return memory_slave(size, wrong, "    d = a + 50;")


def mem_slave_tlm_bug2(size):
    choice = """    d = ?(int);
    if (d != a + 50) {
      d = a + 50;
    }"""
    wrong = f"""        memory[addr] = data;
        if (addr == {size - 1} && data == addr + 50) {{
          memory[addr] = data + 1;
        }}"""
    return memory_slave(size, wrong, choice)


def toy(initial, expected, second):
    return f"""
// A writer starts two computations; the first result is written back through a signal and read again.
int c = {initial};
int c_next;
int d = c;
int data;
bool processed = false;
event e;
event f;
event g;
event c_changed;

update signal_c {{
  if (c != c_next) {{
    c = c_next;
    notify c_changed, 0;
  }}
}}

thread write_loop {{
  int t;
  wait_time 0;
  while (true) {{
    t = d;
    data = d;
    processed = false;
    notify f;
    wait e;
    assert({expected});
  }}
}}

thread compute1 {{
  while (true) {{
    wait f;
    if (!processed) {{
      data += 1;
      notify g;
    }}
  }}
}}

thread compute2 {{
  while (true) {{
    wait f;
    if (!processed) {{
      data += {second};
      notify g;
    }}
  }}
}}

thread write_back {{
  while (true) {{
    wait g;
    c_next = data;
    request_update signal_c;
    processed = true;
  }}
}}

thread read {{
  while (true) {{
    wait c_changed;
    d = c;
    notify e;
  }}
}}

main {{
  start;
}}
"""


def toy_sym():
    return toy("?(int)", "d == t + 1 || d == t + 2", 1)


def toy_bug_1():
    return toy("0", "d == t + 1", 1)


def toy_bug_2():
    return toy("0", "d == t + 1 || d == t + 2", 2)


def bist_cell():
    def signal(name, changed):
        return f"""bool {name} = false;
bool {name}_next;
update upd_{name} {{
  if ({name} != {name}_next) {{
    {name} = {name}_next;
{changed}  }}
}}
"""
    inputs = "\n".join(signal(name, "    notify changed, 0;\n") for name in ("b0", "b1", "d0", "d1"))
    sets = "\n".join(f"  {name}_next = true;\n  request_update upd_{name};" for name in ("b0", "b1", "d0", "d1"))
    return f"""
// The cell is sensitive to all four inputs; the input signals share one event, since it waits for any of them.
event changed;

{inputs}
{signal("z", "")}
thread cell {{
  bool s1;
  bool s2;
  bool s3;
  while (true) {{
    wait changed;
    s1 = !(b0 && d1);
    s2 = !(d0 && b1);
    s3 = !(s2 || s1);
    s2 = s2 && s1;
    z_next = !(s2 || s3);
    request_update upd_z;
  }}
}}

thread drive {{
{sets}
}}

main {{
  start;
  assert !z;
}}
"""


def pipeline_text(types, clock):
    signals = "\n".join(f"{type_} {name};\n{type_} {name}_next;\nupdate upd_{name} {{\n  {name} = {name}_next;\n}}\n"
                        for name, type_ in types)
    return f"""
// Every process runs once per clock period; values move one stage per period, through signals without an event.
int count = 0;
int shown = 0;

{signals}
thread check {{
  while (true) {{
    wait_time 1;
    count += 1;
    if (count == 5) {{
      assert shown == 0;
      count = 0;
    }}
  }}
}}

thread display {{
  while (true) {{
    shown = zero;
    wait_time 1;
  }}
}}

thread generate {{
  while (true) {{
    in1_next = ?(int);
    request_update upd_in1;
    in2_next = ?(int);
    request_update upd_in2;
    wait_time 1;
  }}
}}

thread stage1 {{
  while (true) {{
    sum_next = in1 + in2;
    request_update upd_sum;
    diff_next = in1 - in2;
    request_update upd_diff;
    wait_time 1;
  }}
}}

thread stage2 {{
  while (true) {{
    pres_next = sum;
    request_update upd_pres;
    dbl_next = (sum + diff) + (sum - diff);
    request_update upd_dbl;
    wait_time 1;
  }}
}}

thread stage3 {{
  while (true) {{
    zero_next = dbl - (pres + pres);
    request_update upd_zero;
    wait_time 1;
  }}
}}

{clock}main {{
  start;
}}
"""


SIGNALS = [(name, "int") for name in ("in1", "in2", "sum", "diff", "pres", "dbl", "zero")]


def simple_pipeline_6():
    return pipeline_text(SIGNALS, "")


def simple_pipeline():
    return pipeline_text(SIGNALS + [("clk", "bool")], """thread clock {
  while (true) {
    clk_next = true;
    request_update upd_clk;
    wait_time 1;
  }
}

""")


FAMILIES = [
    Family(r"kundu", SAFE, ACYCLIC, "two producers and a consumer over a two-place buffer, bounded number of rounds",
           kundu, ["kundu"]),
    Family(r"kundu-bug-1", UNSAFE, ACYCLIC, "kundu with one producer that is too fast", kundu_bug_1, ["kundu-bug-1"]),
    Family(r"kundu-bug-2", UNSAFE, ACYCLIC, "kundu with producers that are too fast", kundu_bug_2, ["kundu-bug-2"]),
    Family(r"mem-slave-tlm\.(\d+)", SAFE, ACYCLIC, "a master writes and reads back the cells of a memory slave",
           mem_slave_tlm, [f"mem-slave-tlm.{n}" for n in (1, 2, 3, 4, 5, 20)]),
    Family(r"mem-slave-tlm-bug\.(\d+)", UNSAFE, ACYCLIC,
           "mem-slave-tlm whose slave stores a wrong value in its last cell",
           mem_slave_tlm_bug, [f"mem-slave-tlm-bug.{n}" for n in range(1, 6)]),
    Family(r"mem-slave-tlm-bug2\.(\d+)", UNSAFE, ACYCLIC,
           "mem-slave-tlm with an input per transaction (two paths each) and a wrong last cell",
           mem_slave_tlm_bug2, [f"mem-slave-tlm-bug2.{n}" for n in range(1, 6)]),
    Family(r"toy-sym", SAFE, CYCLIC, "toy with a symbolic start value", toy_sym, ["toy-sym"]),
    Family(r"toy-bug-1", UNSAFE, CYCLIC, "toy that expects only the first computation", toy_bug_1, ["toy-bug-1"]),
    Family(r"toy-bug-2", UNSAFE, CYCLIC, "toy whose second computation adds two", toy_bug_2, ["toy-bug-2"]),
    Family(r"bist-cell", SAFE, ACYCLIC, "a logic cell of a built-in self test between signals",
           bist_cell, ["bist-cell"]),
    Family(r"simple-pipeline", SAFE, CYCLIC, "a clocked arithmetic pipeline whose result is always zero",
           simple_pipeline, ["simple-pipeline"]),
    Family(r"simple-pipeline-6", SAFE, CYCLIC, "simple-pipeline without its clock as a process of its own",
           simple_pipeline_6, ["simple-pipeline-6"]),
]
