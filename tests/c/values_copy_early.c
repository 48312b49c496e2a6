// expect: unsafe assert
// engines: auto naive stateful dpor
// What is copied is written by a thread that is looked at later than the copy, and read by one that comes there later still.
#include <assert.h>
#include <pthread.h>
struct record {
  int x, y, rest[20];
} from, to;
_Atomic int flag;
void *reader(void *unused) {
  if (flag) assert(to.x == 0);
  return 0;
}
void *copier(void *unused) {
  to = from;
  return 0;
}
void *writer(void *unused) {
  from.x = 5;
  flag = 1;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, reader, 0);
  pthread_create(&id, 0, copier, 0);
  pthread_create(&id, 0, writer, 0);
  return 0;
}
