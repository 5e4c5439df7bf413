/*
 * Strings of wide characters.
 */
#include <string>

template class std::basic_string<wchar_t>;
template std::wstring std::operator+(const wchar_t *, const std::wstring &);
