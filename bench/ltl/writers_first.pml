int r0, r1, writes, wants;
active proctype P() { do :: (wants == 0); r0 = 1; r0 = 0 od }
active proctype Q() { do :: (wants == 0); r1 = 1; r1 = 0 od }
active proctype W() { do :: wants = 1; (r0 + r1 == 0); writes = 1; writes = 0; wants = 0 od }
