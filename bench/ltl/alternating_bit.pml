int message, ack, sent, got, lose;
active proctype Sender() { int bit;
  do :: message = bit + 1; if :: (ack == bit + 1) -> bit = 1 - bit; sent = 1; sent = 0 :: else -> ack = ack fi od }
active proctype Receiver() { int bit;
  do :: if :: (message == bit + 1) -> got = 1; got = 0; ack = bit + 1; bit = 1 - bit :: else -> ack = 2 - bit fi od }
active proctype Loser() { do :: (lose < 1) -> message = 0 :: else -> break od }
