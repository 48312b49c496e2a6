int lock, want0, want1, in0, in1;
inline take(got) { got = 0; do :: (got == 0) -> d_step { if :: (lock == 0) -> lock = 1; got = 1 :: else -> got = 0 fi } :: else -> break od }
active proctype P() { int got; do :: want0 = 1; take(got); in0 = 1; in0 = 0; lock = 0; want0 = 0 od }
active proctype Q() { int got; do :: want1 = 1; take(got); in1 = 1; in1 = 0; lock = 0; want1 = 0 od }
