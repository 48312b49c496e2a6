int n0, n1, c0, c1, want0, want1, in0, in1;
active proctype P() { do :: want0 = 1; (n1 < 3); c0 = 1; n0 = n1 + 1; c0 = 0; (c1 == 0); (n1 * (n0 / (n1 + 1)) == 0); in0 = 1; in0 = 0; n0 = 0; want0 = 0 od }
active proctype Q() { do :: want1 = 1; (n0 < 3); c1 = 1; n1 = n0 + 1; c1 = 0; (c0 == 0); (n0 * ((n1 + 1) / (n0 + 1)) == 0); in1 = 1; in1 = 0; n1 = 0; want1 = 0 od }
