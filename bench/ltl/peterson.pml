int want0, want1, turn, in0, in1;
active proctype P() { do :: want0 = 1; turn = 1; (want1 * turn == 0); in0 = 1; in0 = 0; want0 = 0 od }
active proctype Q() { do :: want1 = 1; turn = 0; (want0 * (1 - turn) == 0); in1 = 1; in1 = 0; want1 = 0 od }
