int f0, f1, f2, eat0, eat1, eat2;
inline take(f, got) { got = 0; do :: (got == 0) -> d_step { if :: (f == 0) -> f = 1; got = 1 :: else -> got = 0 fi } :: else -> break od }
active proctype P0() { int got; do :: take(f0, got); take(f1, got); eat0 = 1; eat0 = 0; f1 = 0; f0 = 0 od }
active proctype P1() { int got; do :: take(f1, got); take(f2, got); eat1 = 1; eat1 = 0; f2 = 0; f1 = 0 od }
active proctype P2() { int got; do :: take(f0, got); take(f2, got); eat2 = 1; eat2 = 0; f2 = 0; f0 = 0 od }
