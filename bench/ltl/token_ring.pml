int token, in0, in1, in2;
active proctype P() { do :: (token == 0); in0 = 1; in0 = 0; token = 1 od }
active proctype Q() { do :: (token == 1); in1 = 1; in1 = 0; token = 2 od }
active proctype R() { do :: (token == 2); in2 = 1; in2 = 0; token = 0 od }
