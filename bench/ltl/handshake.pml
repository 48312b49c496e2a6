int req, n, go, done;
active proctype Client() { do :: req = 1; go = 1; (done == 1); done = 0; req = 0 od }
active proctype Server() { do :: (go == 1); go = 0; n = (n + 1) % 3; done = 1 od }
