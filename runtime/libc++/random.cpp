/*
 * std::random_device: any number, each time.
 */
#include <random>

extern "C" unsigned long __heddle_nondet(unsigned bits);

namespace std {
inline namespace __1 {

random_device::random_device(const string &) {}

random_device::~random_device() {}

random_device::result_type random_device::operator()()
{
    return static_cast<result_type>(__heddle_nondet(32));
}

double random_device::entropy() const noexcept
{
    return 32;
}

} // namespace __1
} // namespace std
