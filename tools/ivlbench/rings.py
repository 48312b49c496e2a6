"""Token rings and transmitter chains (section 7.5).

Threads are declared in the alphabetical order of their names (transmit10 before transmit2): the published counts need
that order for these families, and declaration order for the others, so one search order serves all benchmarks.
"""
from ivlbench.family import CYCLIC, SAFE, UNSAFE, Family


def events(count, extra=""):
    return "\n".join(f"event E{i};" for i in range(1, count + 1)) + extra


def by_name(threads):
    return "\n".join(text for _, text in sorted(threads))


def ring(count, hop, check):
    """`hop(i)` is what transmitter i does with the token, `check` what the master demands of it."""
    threads = [("master", f"""thread master {{
  int local;
  while (true) {{
    token = ?(int);
    local = token;
    notify E1;
    wait EM;
    assert({check});
  }}
}}
""")]
    for i in range(1, count + 1):
        target = f"E{i + 1}" if i < count else "EM"
        threads.append((f"transmit{i}", f"""thread transmit{i} {{
  while (true) {{
    wait E{i};
{hop(i)}
    notify {target};
  }}
}}
"""))
    return f"""
{events(count)}
event EM;
int token;

{by_name(threads)}
main {{
  start;
}}
"""


def plain_hop(_):
    return "    token = token + 1;"


def forking_hop(first, second):
    """A hop with an input of its own: every transmitter that runs doubles the number of paths."""
    def hop(_):
        return f"""    int way = ?(int);
    if (way > 0) {{
      token = token {first};
    }} else {{
      token = token {second};
    }}"""
    return hop


def token_ring(count):
    return ring(count, plain_hop, f"token == local + {count}")


def token_ring_bug(count):
    return ring(count, plain_hop, f"token == local + {count + 1}")


def token_ring_bug2(count):
    return ring(count, forking_hop("+ 2", "+ 1"), f"token == local + {count}")


def token_ring2(count):
    return ring(count, forking_hop("+ 1", "- 1"), f"((token - local) & 1) == {count % 2}")


def chain(count, last):
    """Before a link waits for its predecessor a notification is lost, so only one initial order reaches the end."""
    threads = [("master", """thread master {
  notify E1;
  while (true) {
    wait_time 1;
  }
}
""")]
    for i in range(1, count + 1):
        action = f"    notify E{i + 1};\n" if i < count else last
        threads.append((f"transmit{i}", f"""thread transmit{i} {{
  while (true) {{
    wait E{i};
{action}  }}
}}
"""))
    return f"""
{events(count)}

{by_name(threads)}
main {{
  start;
}}
"""


def transmitter(count):
    return chain(count, "    assert false;\n")


def transmitter_safe(count):
    return chain(count, "")


FAMILIES = [
    Family(r"token-ring\.(\d+)", SAFE, CYCLIC,
           "a token goes round a ring of transmitters, each adds one; the cycle lies inside one delta cycle",
           token_ring, [f"token-ring.{n}" for n in (1, 6, 9, 13, 15, 17, 20, 25, 40, 100)]),
    Family(r"token-ring-bug\.(\d+)", UNSAFE, CYCLIC,
           "token-ring whose master expects one hop too many",
           token_ring_bug, [f"token-ring-bug.{n}" for n in (1, 9, 10, 20, 30, 40, 50)]),
    Family(r"token-ring-bug2\.(\d+)", UNSAFE, CYCLIC,
           "token-ring2 whose hops add two for some inputs, which the master does not expect",
           token_ring_bug2, [f"token-ring-bug2.{n}" for n in (1, 9, 13, 15, 17, 20)]),
    Family(r"token-ring2\.(\d+)", SAFE, CYCLIC,
           "token-ring whose hops depend on an input and go up or down by one; the master checks the parity",
           token_ring2, [f"token-ring2.{n}" for n in (3, 12, 20)]),
    Family(r"transmitter\.(\d+)", UNSAFE, CYCLIC,
           "a chain of immediate notifications; the end of the chain is the error",
           transmitter, [f"transmitter.{n}" for n in (1, 9, 10, 13, 20, 30, 40, 50, 60, 70, 80, 90, 100, 1000)]),
    Family(r"transmitter-safe\.(\d+)", SAFE, CYCLIC,
           "a chain of immediate notifications whose end does nothing",
           transmitter_safe, [f"transmitter-safe.{n}" for n in (9, 13, 20, 200)]),
]
