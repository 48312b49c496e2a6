// sc_plist: the doubly linked list of the reference library, which models use though it stands in no standard.
#ifndef ALLWAYS_SC_PLIST_H
#define ALLWAYS_SC_PLIST_H

namespace sc_core {

template <class T>
class sc_plist_iter;

template <class T>
class sc_plist {
 public:
  struct node {
    T data;
    node *prev, *next;
  };
  typedef node *handle_t;
  typedef sc_plist_iter<T> iterator;

  sc_plist() : m_head(nullptr), m_tail(nullptr) {}
  sc_plist(const sc_plist &) = delete;
  sc_plist &operator=(const sc_plist &) = delete;
  ~sc_plist() { erase_all(); }

  void erase_all() {
    while (m_head) remove(m_head);
  }
  bool empty() const { return !m_head; }
  int size() const {
    int n = 0;
    for (node *p = m_head; p; p = p->next) n++;
    return n;
  }
  handle_t push_back(T d) { return insert(m_tail, nullptr, d); }
  handle_t push_front(T d) { return insert(nullptr, m_head, d); }
  T pop_back() { return remove(m_tail); }
  T pop_front() { return remove(m_head); }
  handle_t insert_before(handle_t h, T d) { return insert(h->prev, h, d); }
  handle_t insert_after(handle_t h, T d) { return insert(h, h->next, d); }
  T remove(handle_t h) {
    T d = h->data;
    (h->prev ? h->prev->next : m_head) = h->next;
    (h->next ? h->next->prev : m_tail) = h->prev;
    delete h;
    return d;
  }
  T get(handle_t h) const { return h->data; }
  void set(handle_t h, T d) { h->data = d; }

 private:
  friend class sc_plist_iter<T>;
  handle_t insert(node *prev, node *next, T d) {
    node *n = new node{d, prev, next};
    (prev ? prev->next : m_head) = n;
    (next ? next->prev : m_tail) = n;
    return n;
  }
  node *m_head, *m_tail;
};

template <class T>
class sc_plist_iter {
 public:
  sc_plist_iter() : m_list(nullptr), m_at(nullptr) {}
  explicit sc_plist_iter(sc_plist<T> *l, bool from_tail = false) { reset(l, from_tail); }
  explicit sc_plist_iter(sc_plist<T> &l, bool from_tail = false) { reset(&l, from_tail); }
  void reset(sc_plist<T> *l, bool from_tail = false) {
    m_list = l;
    m_at = from_tail ? l->m_tail : l->m_head;
  }
  bool empty() const { return !m_at; }
  void operator++(int) { m_at = m_at->next; }
  void operator--(int) { m_at = m_at->prev; }
  T get() const { return m_at->data; }
  T operator*() const { return get(); }
  void set(T d) { m_at->data = d; }
  void remove() {
    typename sc_plist<T>::handle_t next = m_at->next;
    m_list->remove(m_at);
    m_at = next;
  }
  void remove(int direction) {
    typename sc_plist<T>::handle_t next = direction == 1 ? m_at->next : m_at->prev;
    m_list->remove(m_at);
    m_at = next;
  }
  void set_handle(typename sc_plist<T>::handle_t h) { m_at = h; }
  typename sc_plist<T>::handle_t get_handle() const { return m_at; }

 private:
  sc_plist<T> *m_list;
  typename sc_plist<T>::handle_t m_at;
};

}  // namespace sc_core

#endif
