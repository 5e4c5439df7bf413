/*
 * The same as string.cpp for strings of the other character types.
 */
// clang: -std=gnu++17
#include <string>

template class std::allocator<wchar_t>;
template class std::basic_string<wchar_t>;
template std::wstring std::operator+(const wchar_t *, const std::wstring &);
template std::wstring std::operator+(wchar_t, const std::wstring &);

template class std::basic_string<char16_t>;
template class std::basic_string<char32_t>;
