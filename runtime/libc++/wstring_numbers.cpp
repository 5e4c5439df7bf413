/*
 * Numbers of strings of wide characters, and such strings of numbers.
 */
#include <string>

namespace std {
inline namespace __1 {

/* The same in bytes, as far as numbers have such characters. */
static string narrow(const wstring &s)
{
    string bytes;
    for (wchar_t c : s)
        bytes += 0 <= c && c < 128 ? static_cast<char>(c) : '\1';
    return bytes;
}

static wstring wide(const string &s)
{
    return wstring(s.begin(), s.end());
}

int stoi(const wstring &s, size_t *end, int base)
{
    return stoi(narrow(s), end, base);
}

long stol(const wstring &s, size_t *end, int base)
{
    return stol(narrow(s), end, base);
}

unsigned long stoul(const wstring &s, size_t *end, int base)
{
    return stoul(narrow(s), end, base);
}

long long stoll(const wstring &s, size_t *end, int base)
{
    return stoll(narrow(s), end, base);
}

unsigned long long stoull(const wstring &s, size_t *end, int base)
{
    return stoull(narrow(s), end, base);
}

float stof(const wstring &s, size_t *end)
{
    return stof(narrow(s), end);
}

double stod(const wstring &s, size_t *end)
{
    return stod(narrow(s), end);
}

long double stold(const wstring &s, size_t *end)
{
    return stold(narrow(s), end);
}

wstring to_wstring(int value)
{
    return wide(to_string(value));
}

wstring to_wstring(long value)
{
    return wide(to_string(value));
}

wstring to_wstring(long long value)
{
    return wide(to_string(value));
}

wstring to_wstring(unsigned value)
{
    return wide(to_string(value));
}

wstring to_wstring(unsigned long value)
{
    return wide(to_string(value));
}

wstring to_wstring(unsigned long long value)
{
    return wide(to_string(value));
}

wstring to_wstring(float value)
{
    return wide(to_string(value));
}

wstring to_wstring(double value)
{
    return wide(to_string(value));
}

wstring to_wstring(long double value)
{
    return wide(to_string(value));
}

} // namespace __1
} // namespace std
