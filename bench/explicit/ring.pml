/* Token ring of 7 with 3 local steps each: everybody works on its own counter, the token goes round once. */
#define N 7
#define WORK 3
byte token, work[N];

active [N] proctype worker() {
  byte i = 0;
  do
  :: i < WORK -> atomic { i++; work[_pid] = i }
  :: i == WORK -> break
  od;
  token == _pid;
  assert(work[_pid] == WORK);
  token = _pid + 1
}
