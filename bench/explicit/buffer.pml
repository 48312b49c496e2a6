/* Bounded buffer: 3 producers of 3 items each, 2 consumers (5 and 4 items), 4 slots; two semaphores,
   and an atomic region for each access to the buffer. */
#define SLOTS 4
#define ITEMS 3
byte slot[SLOTS], first, used, vacant = SLOTS, filled;

active [3] proctype produce() {
  byte i = 1;
  do
  :: i <= ITEMS ->
     atomic { vacant > 0 -> vacant-- };
     atomic { assert(used < SLOTS); slot[(first + used) % SLOTS] = i; used++ };
     filled++;
     i++
  :: i > ITEMS -> break
  od
}

active [2] proctype consume() {
  byte n = 5 - (_pid - 3);
  do
  :: n > 0 ->
     atomic { filled > 0 -> filled-- };
     atomic { assert(slot[first] >= 1 && slot[first] <= ITEMS); slot[first] = 0; first = (first + 1) % SLOTS; used-- };
     vacant++;
     n--
  :: n == 0 -> break
  od
}
