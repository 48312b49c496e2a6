// Vectors of named objects.
#ifndef ALLWAYS_SC_VECTOR_H
#define ALLWAYS_SC_VECTOR_H

#include "sysc/kernel/sc_module.h"

namespace sc_core {

class sc_vector_base : public sc_object {
 public:
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  const char *kind() const override { return "sc_vector"; }
  const std::vector<sc_object *> &get_elements() const { return m_objects; }

 protected:
  explicit sc_vector_base(const char *name) : sc_object(name) {}
  std::string element_name(size_type i) const;
  mutable std::vector<sc_object *> m_objects;
};

// Walks pointers, shows what they point to.
template <class T>
class sc_vector_iter {
 public:
  typedef std::random_access_iterator_tag iterator_category;
  typedef T value_type;
  typedef std::ptrdiff_t difference_type;
  typedef T *pointer;
  typedef T &reference;

  sc_vector_iter() : m_at(nullptr) {}
  template <class U>
  explicit sc_vector_iter(U *const *at) : m_at(reinterpret_cast<T *const *>(at)) {}
  template <class U>
  sc_vector_iter(const sc_vector_iter<U> &other) : m_at(reinterpret_cast<T *const *>(other.raw())) {}
  T *const *raw() const { return m_at; }

  reference operator*() const { return **m_at; }
  pointer operator->() const { return *m_at; }
  reference operator[](difference_type i) const { return *m_at[i]; }
  sc_vector_iter &operator++() {
    ++m_at;
    return *this;
  }
  sc_vector_iter operator++(int) { return sc_vector_iter(m_at++); }
  sc_vector_iter &operator--() {
    --m_at;
    return *this;
  }
  sc_vector_iter operator--(int) { return sc_vector_iter(m_at--); }
  sc_vector_iter &operator+=(difference_type n) {
    m_at += n;
    return *this;
  }
  sc_vector_iter &operator-=(difference_type n) { return *this += -n; }
  sc_vector_iter operator+(difference_type n) const { return sc_vector_iter(m_at + n); }
  sc_vector_iter operator-(difference_type n) const { return sc_vector_iter(m_at - n); }
  template <class U>
  difference_type operator-(const sc_vector_iter<U> &o) const {
    return raw() - o.raw();
  }
  bool operator==(const sc_vector_iter &o) const { return m_at == o.m_at; }
  bool operator!=(const sc_vector_iter &o) const { return m_at != o.m_at; }
  bool operator<(const sc_vector_iter &o) const { return m_at < o.m_at; }

 private:
  T *const *m_at;
};

template <class T>
class sc_vector : public sc_vector_base {
 public:
  typedef T element_type;
  typedef T value_type;
  typedef T &reference;
  typedef const T &const_reference;
  typedef sc_vector_iter<T> iterator;
  typedef sc_vector_iter<const T> const_iterator;

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

  void init(size_type n) {
    init(n, [](const char *name, size_type) { return new T(name); });
  }
  template <class Creator>
  void init(size_type n, Creator creator) {
    for (size_type i = 0; i < n; i++) {
      T *item = creator(element_name(i).c_str(), i);
      m_items.push_back(item);
      m_objects.push_back(item);
    }
  }
  static T *create_element(const char *name, size_type) { return new T(name); }

  size_type size() const { return m_items.size(); }
  T &operator[](size_type i) { return *m_items[i]; }
  const T &operator[](size_type i) const { return *m_items[i]; }
  T &at(size_type i) { return *m_items[check(i)]; }
  const T &at(size_type i) const { return *m_items[check(i)]; }
  iterator begin() { return iterator(m_items.data()); }
  iterator end() { return iterator(m_items.data() + m_items.size()); }
  const_iterator begin() const { return const_iterator(m_items.data()); }
  const_iterator end() const { return const_iterator(m_items.data() + m_items.size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }

  template <class Other>
  iterator bind(Other &other) {
    return bind(other.begin(), other.end());
  }
  template <class It>
  iterator bind(It first, It last) {
    return bind(first, last, begin());
  }
  template <class It>
  iterator bind(It first, It last, iterator from) {
    while (from != end() && first != last) {
      (*from).bind(*first);
      ++from;
      ++first;
    }
    return from;
  }
  template <class Other>
  iterator operator()(Other &other) {
    return bind(other);
  }
  template <class It>
  iterator operator()(It first, It last) {
    return bind(first, last);
  }
  template <class It>
  iterator operator()(It first, It last, iterator from) {
    return bind(first, last, from);
  }

 private:
  size_type check(size_type i) const {
    if (i >= m_items.size()) sc_error(802, "sc_vector::at: index out of range", name());
    return i;
  }
  std::vector<T *> m_items;
};

// A view of one member of each element.
template <class T, class M>
class sc_vector_assembly {
 public:
  typedef std::size_t size_type;
  typedef sc_vector_iter<M> iterator;
  sc_vector_assembly(sc_vector<T> &vector, M T::*member) {
    for (T &item : vector) m_items.push_back(&(item.*member));
  }
  size_type size() const { return m_items.size(); }
  M &operator[](size_type i) { return *m_items[i]; }
  M &at(size_type i) { return *m_items.at(i); }
  iterator begin() { return iterator(m_items.data()); }
  iterator end() { return iterator(m_items.data() + m_items.size()); }
  template <class Other>
  iterator bind(Other &other) {
    return bind(other.begin(), other.end());
  }
  template <class It>
  iterator bind(It first, It last) {
    iterator from = begin();
    while (from != end() && first != last) {
      (*from).bind(*first);
      ++from;
      ++first;
    }
    return from;
  }
  template <class Other>
  iterator operator()(Other &other) {
    return bind(other);
  }

 private:
  std::vector<M *> m_items;
};
template <class T, class B, class M>
inline sc_vector_assembly<T, M> sc_assemble_vector(sc_vector<T> &vector, M B::*member) {
  return sc_vector_assembly<T, M>(vector, member);
}

}  // namespace sc_core

#endif
