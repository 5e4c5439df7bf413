/*
 * How many buckets an unordered container has: a prime number.
 */
#include <__hash_table>

namespace std {
inline namespace __1 {

static bool is_prime(size_t n)
{
    for (size_t divisor = 2; divisor <= n / divisor; ++divisor) {
        if (n % divisor == 0)
            return false;
    }
    return n > 1;
}

size_t __next_prime(size_t n)
{
    if (n == 0)
        return 0;
    while (!is_prime(n))
        ++n;
    return n;
}

} // namespace __1
} // namespace std
