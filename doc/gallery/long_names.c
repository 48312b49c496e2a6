// Nine stations with long names share a counter; one of them counts without the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static int passengers;

#define STATION(name)                    \
  static void *name(void *unused) {      \
    pthread_mutex_lock(&counter_lock);   \
    passengers++;                        \
    pthread_mutex_unlock(&counter_lock); \
    return unused;                       \
  }
STATION(station_at_the_northern_gate_entrance)
STATION(station_at_the_northern_gate_exit)
STATION(station_at_the_southern_gate_entrance)
STATION(station_at_the_southern_gate_exit)
STATION(station_at_the_eastern_gate_entrance)
STATION(station_at_the_eastern_gate_exit)
STATION(station_at_the_western_gate_entrance)
STATION(station_at_the_western_gate_exit)

static void *station_at_the_staff_entrance(void *unused) {
  passengers++;
  return unused;
}

int main(void) {
  void *(*stations[])(void *) = {
      station_at_the_northern_gate_entrance, station_at_the_northern_gate_exit,
      station_at_the_southern_gate_entrance, station_at_the_southern_gate_exit,
      station_at_the_eastern_gate_entrance,  station_at_the_eastern_gate_exit,
      station_at_the_western_gate_entrance,  station_at_the_western_gate_exit,
      station_at_the_staff_entrance,
  };
  pthread_t threads[9];
  for (int i = 0; i < 9; i++) pthread_create(&threads[i], NULL, stations[i], NULL);
  for (int i = 0; i < 9; i++) pthread_join(threads[i], NULL);
}
