//@ verdict: verified
//@ output: native
//@ symbolic: unknown, strtod
//
// Complex numbers: printed, read, and what is computed with them.

#include <complex>
#include <iomanip>
#include <iostream>
#include <sstream>

int main()
{
    std::complex<double> a(1, -2), b, c;
    std::istringstream in("(3,4) 2.5 (7) x");
    in >> b >> c;
    std::cout << a << ' ' << b << ' ' << c << ' ' << a * b << ' ' << b / a << ' ' << std::abs(b) << '\n';
    in >> c;
    std::cout << std::setw(12) << std::setfill('.') << c << ' ' << std::norm(a) << std::conj(a) << '\n';
    std::cout << bool(in >> c) << '\n';
    std::complex<float> single(1.5f);
    std::complex<long double> wide(0.5L, 1);
    std::cout << single << wide << ' ' << (single == 1.5f) << '\n';
}
