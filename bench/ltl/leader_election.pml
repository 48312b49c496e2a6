int m0, m1, m2, t0, t1, t2, leader;
active proctype P() { m1 = 2; do :: (leader == 0) -> (m0 + leader > 0); t0 = m0; m0 = 0; if :: (t0 > 2) -> (m1 == 0); m1 = t0 :: else fi; if :: (t0 == 2) -> leader = 2 :: else fi :: else -> break od }
active proctype Q() { m2 = 3; do :: (leader == 0) -> (m1 + leader > 0); t1 = m1; m1 = 0; if :: (t1 > 3) -> (m2 == 0); m2 = t1 :: else fi; if :: (t1 == 3) -> leader = 3 :: else fi :: else -> break od }
active proctype R() { m0 = 1; do :: (leader == 0) -> (m2 + leader > 0); t2 = m2; m2 = 0; if :: (t2 > 1) -> (m0 == 0); m0 = t2 :: else fi; if :: (t2 == 1) -> leader = 1 :: else fi :: else -> break od }
