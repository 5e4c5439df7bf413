/*
 * The functions that find the order of strings in a locale; see facets.cpp.
 */
// clang: -fno-rtti
#include <locale>

namespace std {

template const collate<char> &use_facet<collate<char>>(const locale &);
template bool has_facet<collate<char>>(const locale &);

} // namespace std
