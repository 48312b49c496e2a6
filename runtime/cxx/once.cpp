// std::call_once: what pthread_once calls for it.
extern "C" {

struct once;
extern __thread once *allways_once_running;
void once_forget(void *once);
extern __thread void (*_ZSt11__once_call)();

// A function that throws counts as not called: another call of std::call_once runs its own.
void __once_proxy() {
  once *mine = allways_once_running;
  try {
    _ZSt11__once_call();
  } catch (...) {
    once_forget(mine);
    throw;
  }
}
}
