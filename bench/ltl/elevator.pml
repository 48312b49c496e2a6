int floor, door, call0, call2, up = 1;
active proctype Lift() { do ::
  if :: (up == 1) -> floor = floor + 1 :: else -> floor = floor - 1 fi;
  if :: (floor == 0) -> up = 1; if :: (call0 == 1) -> door = 1; call0 = 0; door = 0 :: else fi :: else fi;
  if :: (floor == 2) -> up = 0; if :: (call2 == 1) -> door = 1; call2 = 0; door = 0 :: else fi :: else fi
od }
active proctype Low() { do :: (call0 == 0); call0 = 1 od }
active proctype High() { do :: (call2 == 0); call2 = 1 od }
