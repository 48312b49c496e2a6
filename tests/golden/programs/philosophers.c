#include <pthread.h>
pthread_mutex_t fork_a = PTHREAD_MUTEX_INITIALIZER, fork_b = PTHREAD_MUTEX_INITIALIZER, fork_c = PTHREAD_MUTEX_INITIALIZER;
struct seat { pthread_mutex_t *left, *right; int meals; };
static void eat(struct seat *s) {
  pthread_mutex_lock(s->left);
  pthread_mutex_lock(s->right);
  s->meals++;
  pthread_mutex_unlock(s->right);
  pthread_mutex_unlock(s->left);
}
static void *philosopher(void *arg) { eat(arg); return NULL; }
int main(void) {
  struct seat seats[3] = {{&fork_a, &fork_b, 0}, {&fork_b, &fork_c, 0}, {&fork_c, &fork_a, 0}};
  pthread_t plato, kant, hume;
  pthread_create(&plato, NULL, philosopher, &seats[0]);
  pthread_create(&kant, NULL, philosopher, &seats[1]);
  pthread_create(&hume, NULL, philosopher, &seats[2]);
  pthread_join(plato, NULL); pthread_join(kant, NULL); pthread_join(hume, NULL);
}
