/*
 * Output and input of complex numbers.
 */
#include <complex>
#include <istream>
#include <ostream>

namespace std {

template istream &operator>>(istream &, complex<float> &);
template istream &operator>>(istream &, complex<double> &);
template istream &operator>>(istream &, complex<long double> &);
template ostream &operator<<(ostream &, const complex<float> &);
template ostream &operator<<(ostream &, const complex<double> &);
template ostream &operator<<(ostream &, const complex<long double> &);

} // namespace std
