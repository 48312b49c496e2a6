// Vectors of named objects, and views of one member of each element.
#ifndef ALLWAYS_SC_VECTOR_H
#define ALLWAYS_SC_VECTOR_H

#include <iterator>

#include "sysc/kernel/sc_module.h"

namespace sc_core {

class sc_vector_base : public sc_object {
 public:
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  const char *kind() const override { return "sc_vector"; }
  size_type size() const { return m_size; }
  const std::vector<sc_object *> &get_elements() const;
  void must_hold_objects() const;  // an element is none

 protected:
  explicit sc_vector_base(const char *name) : sc_object(name) {}
  std::string element_name(size_type i) const;
  [[noreturn]] void out_of_bounds(size_type i) const;
  void made_twice(size_type n) const;
  void open();   // elements are made beside the vector, also where that was made before its scope was left
  void close();
  void list(sc_object *element) { m_objects.push_back(element); }
  void list(const void *) {}  // no object: nobody may ask for it

  size_type m_size = 0;
  std::vector<sc_object *> m_objects;
};
void sc_bind_nothing(const sc_vector_base *vector, bool at_end);  // a warning

// What an iterator shows of an element: the element, or a member of it.
template <class T, class M>
struct sc_vector_access {
  typedef M shown;
  sc_vector_access(M T::*member = nullptr) : m_member(member) {}
  template <class U>
  sc_vector_access(const sc_vector_access<U, M> &o) : m_member(o.m_member) {}
  template <class U>
  M *show(U *element) const {
    return const_cast<M *>(&(element->*m_member));
  }
  M T::*m_member;
};
template <class T>
struct sc_vector_access<T, T> {
  typedef T shown;
  T *show(const T *element) const { return const_cast<T *>(element); }
};

// Walks pointers. C: the element is constant.
template <class T, class M = T, bool C = false>
class sc_vector_iter {
 public:
  typedef sc_vector_access<T, M> access;
  typedef typename std::conditional<C, const M, M>::type value;
  typedef std::random_access_iterator_tag iterator_category;
  typedef M value_type;
  typedef std::ptrdiff_t difference_type;
  typedef value *pointer;
  typedef value &reference;

  sc_vector_iter() : m_at(nullptr) {}
  sc_vector_iter(T *const *at, const access &a) : m_at(at), m_access(a) {}
  template <bool D, typename std::enable_if<C && !D, int>::type = 0>
  sc_vector_iter(const sc_vector_iter<T, M, D> &o) : m_at(o.raw()), m_access(o.how()) {}
  T *const *raw() const { return m_at; }
  const access &how() const { return m_access; }

  reference operator*() const { return *m_access.show(*m_at); }
  pointer operator->() const { return m_access.show(*m_at); }
  reference operator[](difference_type i) const { return *m_access.show(m_at[i]); }
  sc_vector_iter &operator++() { return *this += 1; }
  sc_vector_iter &operator--() { return *this += -1; }
  sc_vector_iter operator++(int) { return sc_vector_iter(m_at++, m_access); }
  sc_vector_iter operator--(int) { return sc_vector_iter(m_at--, m_access); }
  sc_vector_iter &operator+=(difference_type n) {
    m_at += n;
    return *this;
  }
  sc_vector_iter &operator-=(difference_type n) { return *this += -n; }
  sc_vector_iter operator+(difference_type n) const { return sc_vector_iter(m_at + n, m_access); }
  sc_vector_iter operator-(difference_type n) const { return sc_vector_iter(m_at - n, m_access); }
  friend sc_vector_iter operator+(difference_type n, const sc_vector_iter &i) { return i + n; }
  // Also with iterators of other views of the vector.
  template <class N, bool D> difference_type operator-(const sc_vector_iter<T, N, D> &o) const { return m_at - o.raw(); }
  template <class N, bool D> bool operator==(const sc_vector_iter<T, N, D> &o) const { return m_at == o.raw(); }
  template <class N, bool D> bool operator!=(const sc_vector_iter<T, N, D> &o) const { return m_at != o.raw(); }
  template <class N, bool D> bool operator<(const sc_vector_iter<T, N, D> &o) const { return m_at < o.raw(); }
  template <class N, bool D> bool operator<=(const sc_vector_iter<T, N, D> &o) const { return m_at <= o.raw(); }
  template <class N, bool D> bool operator>(const sc_vector_iter<T, N, D> &o) const { return m_at > o.raw(); }
  template <class N, bool D> bool operator>=(const sc_vector_iter<T, N, D> &o) const { return m_at >= o.raw(); }

 private:
  T *const *m_at;
  access m_access;
};

// Binding of one range to another, for vectors and views of them.
template <class D, class Iterator>
class sc_vector_binding {
 public:
  template <class Other> Iterator bind(Other &&other) { return bind(other.begin(), other.end()); }
  template <class It> Iterator bind(It first, It last) { return bind(first, last, self().begin()); }
  template <class It>
  Iterator bind(It first, It last, Iterator from) {
    warn(first == last, from);
    for (; from != self().end() && first != last; ++from, ++first) (*from).bind(*first);
    return from;
  }
  template <class Other> Iterator operator()(Other &&other) { return (*this)(other.begin(), other.end()); }
  template <class It> Iterator operator()(It first, It last) { return (*this)(first, last, self().begin()); }
  template <class It>
  Iterator operator()(It first, It last, Iterator from) {
    warn(first == last, from);
    for (; from != self().end() && first != last; ++from, ++first) (*from)(*first);
    return from;
  }

 private:
  D &self() { return static_cast<D &>(*this); }
  void warn(bool nothing, const Iterator &from) {
    if (nothing || from == self().end()) sc_bind_nothing(self().vector(), from == self().end());
  }
};

template <class T, class M>
class sc_vector_assembly;

template <class T>
class sc_vector : public sc_vector_base, public sc_vector_binding<sc_vector<T>, sc_vector_iter<T>> {
 public:
  typedef sc_vector_base base_type;
  typedef T element_type;
  typedef T value_type;
  typedef T &reference;
  typedef const T &const_reference;
  typedef sc_vector_iter<T> iterator;
  typedef sc_vector_iter<T, T, true> const_iterator;

  sc_vector() : sc_vector_base(sc_gen_unique_name("vector")) {}
  explicit sc_vector(const char *prefix) : sc_vector_base(prefix) {}
  sc_vector(const char *prefix, size_type n) : sc_vector_base(prefix) { init(n); }
  template <class Creator>
  sc_vector(const char *prefix, size_type n, Creator creator) : sc_vector_base(prefix) {
    init(n, creator);
  }
  ~sc_vector() override {
    for (size_type i = m_items.size(); i > 0; i--) delete m_items[i - 1];
  }

  void init(size_type n) { init(n, &create_element); }
  template <class Creator>
  void init(size_type n, Creator creator) {
    if (m_size) return made_twice(n);
    if (!n) return;
    open();
    m_items.reserve(n);
    for (size_type i = 0; i < n; i++) {
      T *item = creator(element_name(i).c_str(), i);
      m_items.push_back(item);
      m_size++;
      this->list(item);
    }
    close();
  }
  static T *create_element(const char *name, size_type) { return new T(name); }

  T &operator[](size_type i) { return *m_items[i]; }
  const T &operator[](size_type i) const { return *m_items[i]; }
  T &at(size_type i) { return *m_items[check(i)]; }
  const T &at(size_type i) const { return *m_items[check(i)]; }
  iterator begin() { return iterator(m_items.data(), {}); }
  iterator end() { return iterator(m_items.data() + m_items.size(), {}); }
  const_iterator begin() const { return const_iterator(m_items.data(), {}); }
  const_iterator end() const { return const_iterator(m_items.data() + m_items.size(), {}); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  template <class M>
  sc_vector_assembly<T, M> assemble(M T::*member) {
    return sc_vector_assembly<T, M>(*this, member);
  }
  const sc_vector_base *vector() const { return this; }
  T *const *raw() const { return m_items.data(); }

 private:
  size_type check(size_type i) const {
    if (i >= m_items.size()) out_of_bounds(i);
    return i;
  }
  std::vector<T *> m_items;
};

template <class T, class M>
class sc_vector_assembly : public sc_vector_binding<sc_vector_assembly<T, M>, sc_vector_iter<T, M>> {
 public:
  typedef sc_vector<T> base_type;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  typedef M element_type;
  typedef M &reference;
  typedef const M &const_reference;
  typedef M T::*member_type;
  typedef sc_vector_iter<T, M> iterator;
  typedef sc_vector_iter<T, M, true> const_iterator;

  sc_vector_assembly(sc_vector<T> &vector, member_type member) : m_vector(&vector), m_member(member) {}
  sc_vector_assembly(const sc_vector_assembly &) = default;
  sc_vector_assembly &operator=(const sc_vector_assembly &) = default;
  void swap(sc_vector_assembly &other) { std::swap(*this, other); }

  const char *name() const { return m_vector->name(); }
  const char *kind() const { return "sc_vector_assembly"; }
  size_type size() const { return m_vector->size(); }
  std::vector<sc_object *> get_elements() const {
    std::vector<sc_object *> elements;
    for (T &item : *m_vector) add(elements, &(item.*m_member));
    for (size_type n = elements.size(); n < size(); n++) m_vector->must_hold_objects();
    return elements;
  }
  M &operator[](size_type i) { return (*m_vector)[i].*m_member; }
  const M &operator[](size_type i) const { return (*m_vector)[i].*m_member; }
  M &at(size_type i) { return m_vector->at(i).*m_member; }
  const M &at(size_type i) const { return m_vector->at(i).*m_member; }
  iterator begin() { return iterator(m_vector->raw(), m_member); }
  iterator end() { return begin() + static_cast<difference_type>(size()); }
  const_iterator begin() const { return const_iterator(m_vector->raw(), m_member); }
  const_iterator end() const { return begin() + static_cast<difference_type>(size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  const sc_vector_base *vector() const { return m_vector; }

 private:
  static void add(std::vector<sc_object *> &to, sc_object *element) { to.push_back(element); }
  static void add(std::vector<sc_object *> &, const void *) {}  // no object
  sc_vector<T> *m_vector;
  member_type m_member;
};

template <class T, class B, class M>
inline sc_vector_assembly<T, M> sc_assemble_vector(sc_vector<T> &vector, M B::*member) {
  return sc_vector_assembly<T, M>(vector, static_cast<M T::*>(member));
}
template <class T, class M>
inline void swap(sc_vector_assembly<T, M> &a, sc_vector_assembly<T, M> &b) {
  a.swap(b);
}

}  // namespace sc_core

#endif
