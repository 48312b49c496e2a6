int req0, req1, grant;
active proctype P() { do :: req0 = 1; (grant == 1); req0 = 0; grant = 0 od }
active proctype Q() { do :: req1 = 1; (grant == 2); req1 = 0; grant = 0 od }
active proctype A() { do :: if :: (req0 == 1) -> grant = 1; (grant == 0)
  :: else -> if :: (req1 == 1) -> grant = 2; (grant == 0) :: else -> grant = 0 fi fi od }
