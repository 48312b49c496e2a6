// expect: safe
// output: native
// Functions of <cmath> give the nearest doubles.
#include <cmath>
#include <cstdio>
#include <iostream>

int main() {
  const double values[] = {0.5, 1.0, 2.0, 3.7, -1.25, 100.3, 1e-5, 12345.678, 0.1, -0.3};
  for (double x : values) {
    double a = std::fabs(x);
    std::printf("%.17g: %.17g %.17g %.17g %.17g\n", x, std::sqrt(a), std::sin(x), std::cos(x), std::tan(x));
    std::printf("%.17g %.17g %.17g\n", a < 700 ? std::exp(x) : 0, std::log(a), std::log10(a));
    std::printf("%.17g %.17g %.17g\n", std::pow(a, 2.5), std::pow(x, 3), std::fmod(x, 0.7));
    std::printf("%.17g %.17g %.9g %.17g\n", std::atan(x), std::atan2(x, 2.5), std::atan(float(x)), std::atan2(0.7, x));
    if (a <= 1) std::printf("%.17g %.17g\n", std::asin(x), std::acos(x));
    std::cout << std::floor(x) << ' ' << std::ceil(x) << ' ' << std::round(x) << ' ' << std::trunc(x) << '\n';
  }
}
