// Two threads hand a byte to each other; names of threads, loops that are folded, values in the type of the source.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static struct {
  unsigned char level;
} tank = {190};

static void *fill_the_tank_of_the_northern_plant(void *unused) {
  for (int i = 0; i < 9; i++) {
    while (turn != 1) {
    }
    tank.level++;
    turn = 0;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill_the_tank_of_the_northern_plant, 0);
  for (int i = 0; i < 9; i++) {
    turn = 1;
    while (turn != 0) {
    }
    assert(tank.level < 199);
  }
  pthread_join(thread, 0);
}
