/*
 * The functions that find the facets of dates; see facets.cpp.
 */
// clang: -fno-rtti
#include <locale>

namespace std {

#define FACET(type)                                                                               \
    template const type &use_facet<type>(const locale &);                                         \
    template bool has_facet<type>(const locale &);

FACET(__timepunct<char>)
FACET(time_put<char>)
FACET(time_get<char>)

} // namespace std
