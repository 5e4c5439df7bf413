/*
 * std::sort of numbers.
 */
#include <algorithm>

namespace std {
inline namespace __1 {

/* The comparison in the name of the function has no code of its own. */
template <typename Compare, typename Iterator>
void __sort(Iterator first, Iterator last, Compare)
{
    __less<> is_less;
    auto depth = 2 * __log2i(last - first);
    __introsort<_ClassicAlgPolicy, __less<> &, Iterator,
                __use_branchless_sort<__less<>, Iterator>::value>(first, last, is_less, depth);
}

#define SORT(type) template void __sort<__less<type> &, type *>(type *, type *, __less<type> &);
SORT(char)
SORT(wchar_t)
SORT(signed char)
SORT(unsigned char)
SORT(short)
SORT(unsigned short)
SORT(int)
SORT(unsigned)
SORT(long)
SORT(unsigned long)
SORT(long long)
SORT(unsigned long long)
SORT(float)
SORT(double)
SORT(long double)

} // namespace __1
} // namespace std
