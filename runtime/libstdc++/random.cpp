/*
 * std::random_device: any number, each time.
 */
#include <random>

extern "C" unsigned long __heddle_nondet(unsigned bits);

namespace std {

void random_device::_M_init(const string &)
{
    _M_file = nullptr;
}

void random_device::_M_fini() {}

random_device::result_type random_device::_M_getval()
{
    return static_cast<result_type>(__heddle_nondet(32));
}

double random_device::_M_getentropy() const noexcept
{
    return 32;
}

} // namespace std
