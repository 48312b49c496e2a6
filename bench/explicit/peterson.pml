/* Peterson's filter lock for N processes, one round each; accesses are single reads and writes. */
#define N 4
byte level[N], last[N], inside;

active [N] proctype worker() {
  byte me = _pid, l = 1, k;
  do
  :: l < N ->
     level[me] = l;
     last[l] = me;
     k = 0;
     do
     :: k == N -> break
     :: k < N && k == me -> k++
     :: k < N && k != me ->
        do
        :: level[k] < l -> break
        :: level[k] >= l -> if :: last[l] != me -> break :: last[l] == me fi
        od;
        k++
     od;
     l++
  :: l == N -> break
  od;
  atomic { inside++; assert(inside == 1) };
  inside--;
  level[me] = 0
}
