int message, ack, sent, got, lose;
active proctype Sender() { int sign;
  do :: message = sign + 1; if :: (ack == sign + 1) -> sign = 1 - sign; sent = 1; sent = 0 :: else -> ack = ack fi od }
active proctype Receiver() { int sign;
  do :: if :: (message == sign + 1) -> got = 1; got = 0; ack = sign + 1; sign = 1 - sign :: else -> ack = 2 - sign fi od }
active proctype Loser() { do :: (lose < 1) -> message = 0 :: else -> break od }
