/* Bounded buffer: 3 producers, 2 consumers, 4 slots, 3 items each producer; a monitor: one step per critical section,
   as the accesses under the mutex are not interleaved with anything. Waiting is re-testing the condition. */
#define SLOTS 4
#define ITEMS 3
#define PRODUCERS 3
#define CONSUMERS 2
byte slot[SLOTS], first, used, taken;
bit lock;

active [PRODUCERS] proctype produce() {
  byte i = 1;
  do
  :: i <= ITEMS ->
     atomic { lock == 0 && used < SLOTS -> lock = 1 };
     slot[(first + used) % SLOTS] = i;
     used++;
     assert(used <= SLOTS);
     lock = 0;
     i++
  :: i > ITEMS -> break
  od
}

active [CONSUMERS] proctype consume() {
  do
  :: atomic { lock == 0 && (used > 0 || taken == PRODUCERS * ITEMS) -> lock = 1 };
     if
     :: taken == PRODUCERS * ITEMS -> lock = 0; break
     :: else ->
        assert(slot[first] >= 1 && slot[first] <= ITEMS);
        slot[first] = 0;
        first = (first + 1) % SLOTS;
        used--;
        taken++;
        lock = 0
     fi
  od
}
