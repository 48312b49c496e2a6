int req, n, ready, go, done;
active proctype Client() { do :: req = 1; go = ready; (done == 1); done = 0; req = 0 od }
active proctype Server() { ready = 1; do :: (go == 1); go = 0; n = (n + 1) % 3; done = 1 od }
