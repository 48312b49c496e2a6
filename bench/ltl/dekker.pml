int want0, want1, turn, in0, in1;
active proctype P() {
  do :: want0 = 1;
     do :: (want1 == 1) -> if :: (turn == 1) -> want0 = 0; (turn == 0); want0 = 1 :: else fi
        :: else -> break od;
     in0 = 1; in0 = 0; turn = 1; want0 = 0
  od }
active proctype Q() {
  do :: want1 = 1;
     do :: (want0 == 1) -> if :: (turn == 0) -> want1 = 0; (turn == 1); want1 = 1 :: else fi
        :: else -> break od;
     in1 = 1; in1 = 0; turn = 0; want1 = 0
  od }
