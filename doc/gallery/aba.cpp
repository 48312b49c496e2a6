// A stack without locks: `pop` trusts that an unchanged top means an unchanged stack.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node *next;
};

std::atomic<Node *> top;

Node *pop() {
  Node *first = top.load();
  while (first) {
    Node *next = first->next;
    if (top.compare_exchange_strong(first, next)) return first;
  }
  return nullptr;
}

void push(Node *node) {
  node->next = top.load();
  while (!top.compare_exchange_strong(node->next, node)) {
  }
}

Node a{1, nullptr}, b{2, &a}, c{3, &b};
std::atomic<bool> taken_b;

int main() {
  top = &c;
  std::thread slow([] { pop(); });
  std::thread quick([] {
    Node *first = pop();
    Node *second = pop();
    if (second == &b) taken_b = true;
    if (first) push(first);
  });
  slow.join();
  quick.join();
  assert(!(taken_b && top == &b));
}
