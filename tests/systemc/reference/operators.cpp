// Which operators there are between data types, and what they give (made by operators.py).
#define SC_INCLUDE_FX
#include <systemc.h>

template <class A, class B> auto do_0(A &a, const B &b, int) -> decltype(void(cout << (a + b)), void()) {
  try {
    cout << (a + b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_0(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_1(A &a, const B &b, int) -> decltype(void(cout << (a / b)), void()) {
  try {
    cout << (a / b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_1(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_2(A &a, const B &b, int) -> decltype(void(cout << (a & b)), void()) {
  try {
    cout << (a & b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_2(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_3(A &a, const B &b, int) -> decltype(void(cout << (a << b)), void()) {
  try {
    cout << (a << b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_3(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_4(A &a, const B &b, int) -> decltype(void(cout << (a == b)), void()) {
  try {
    cout << (a == b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_4(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_5(A &a, const B &b, int) -> decltype(void(cout << (a < b)), void()) {
  try {
    cout << (a < b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_5(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_6(A &a, const B &b, int) -> decltype(void(cout << (a = b)), void()) {
  try {
    cout << (a = b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_6(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> auto do_7(A &a, const B &b, int) -> decltype(void(cout << (a ^= b)), void()) {
  try {
    cout << (a ^= b) << endl;
  } catch (const std::exception &) {
    cout << "error" << endl;
  }
}
template <class A, class B> void do_7(A &, const B &, long) { cout << "none" << endl; }

template <class A, class B> void all(const A &a, const B &b, const B &shift) {
  {
    A x(a);
    do_0(x, b, 0);
  }
  {
    A x(a);
    do_1(x, b, 0);
  }
  {
    A x(a);
    do_2(x, b, 0);
  }
  {
    A x(a);
    do_3(x, shift, 0);
  }
  {
    A x(a);
    do_4(x, b, 0);
  }
  {
    A x(a);
    do_5(x, b, 0);
  }
  {
    A x(a);
    do_6(x, b, 0);
  }
  {
    A x(a);
    do_7(x, b, 0);
  }
}

int sc_main(int, char **) {
  const int v0(-5), s0(3);
  const sc_int<5> v1(-7), s1(3);
  const sc_bigint<70> v2(-12345), s2(3);
  const sc_lv<6> v3("01Z1X0"), s3("000011");
  cout << "int, int" << endl;
  all(v0, v0, s0);
  cout << "int, sc_int<5>" << endl;
  all(v0, v1, s1);
  cout << "int, sc_bigint<70>" << endl;
  all(v0, v2, s2);
  cout << "int, sc_lv<6>" << endl;
  all(v0, v3, s3);
  cout << "sc_int<5>, int" << endl;
  all(v1, v0, s0);
  cout << "sc_int<5>, sc_int<5>" << endl;
  all(v1, v1, s1);
  cout << "sc_int<5>, sc_bigint<70>" << endl;
  all(v1, v2, s2);
  cout << "sc_int<5>, sc_lv<6>" << endl;
  all(v1, v3, s3);
  cout << "sc_bigint<70>, int" << endl;
  all(v2, v0, s0);
  cout << "sc_bigint<70>, sc_int<5>" << endl;
  all(v2, v1, s1);
  cout << "sc_bigint<70>, sc_bigint<70>" << endl;
  all(v2, v2, s2);
  cout << "sc_bigint<70>, sc_lv<6>" << endl;
  all(v2, v3, s3);
  cout << "sc_lv<6>, int" << endl;
  all(v3, v0, s0);
  cout << "sc_lv<6>, sc_int<5>" << endl;
  all(v3, v1, s1);
  cout << "sc_lv<6>, sc_bigint<70>" << endl;
  all(v3, v2, s2);
  cout << "sc_lv<6>, sc_lv<6>" << endl;
  all(v3, v3, s3);
  return 0;
}
