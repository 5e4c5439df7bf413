/*
 * The functions that find how characters of files are converted; see facets.cpp.
 */
// clang: -fno-rtti
#include <locale>

namespace std {

template const codecvt<char, char, mbstate_t> &use_facet(const locale &);
template bool has_facet<codecvt<char, char, mbstate_t>>(const locale &);

} // namespace std
