"""The scalable programs of the LazyPOR experiments, as dlang texts; bench/dlang holds one instance of each."""


def readers_writers(readers):
    return f"""// One writer, {readers} readers; each reader looks at a cell of its own first. 2^readers traces.
< "readers-writers" {readers + 1}, x 1, l {readers} >
[ x := 42 ]
<{{ {readers}
[ if l[$] == 0
  if x == 0 ]
}}>
"""


def indexer(threads, messages=4, factor=11, size=128):
    return f"""// {threads} threads put {messages} messages each into a hash table; what finds its cell taken goes on to the next one.
< "indexer" {threads}, const max 1 {messages}, const size 1 {size}, table {size}, local m 1, local w 1, local h 1 >
<{{ {threads}
[ indexer(max=max, size=size, m=m, w=w, h=h, target=table, nprocs={factor}) ]
}}>
"""


def indexer_small(threads):
    return indexer(threads, 2, 2)


def branching(threads):
    return f"""// A ring of {threads}: each thread twice looks at its cell and, by what it finds, writes the next one.
< "branching" {threads}, x {threads} >
<{{ {threads}
[
  if x[$] == 0 then {{ x[($ + 1) % {threads}] := 1 }}
  if x[$] == 0 then {{ x[($ + 1) % {threads}] := 1 }}
]
}}>
"""


def independent(threads):
    return f"""// Each thread writes a cell of its own: all independent, one trace.
< "listing 1.1" {threads}, x {threads} >
<{{ {threads}
[ x[$] := 1 ]
}}>
"""


# What stands in bench/dlang: file -> text.
INSTANCES = {
    "listing_1_1": independent(4),
    "readers_writers": readers_writers(3),
    "indexer": indexer(12),
    "indexer_small": indexer_small(4),
    "branching": branching(2),
}
