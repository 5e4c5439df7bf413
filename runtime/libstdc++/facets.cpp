/*
 * The functions that find a facet of a locale.
 *
 * Without run-time type information the headers' code trusts the identity of a facet, which is
 * right for all that can be found under these.
 */
// clang: -fno-rtti
#include <locale>

namespace std {

#define FACET(type)                                                                               \
    template const type &use_facet<type>(const locale &);                                         \
    template bool has_facet<type>(const locale &);

FACET(ctype<char>)
FACET(numpunct<char>)
FACET(num_put<char>)
FACET(num_get<char>)

} // namespace std
