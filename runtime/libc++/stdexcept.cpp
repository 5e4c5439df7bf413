/*
 * The exceptions of <stdexcept>, and the strings in them.
 *
 * A message is shared by all copies of an exception; the number of those who share it is in front
 * of its first character.
 */
#include <stdexcept>

#include <cstddef>
#include <cstring>
#include <new>
#include <string>

namespace std {

inline namespace __1 {

struct message {
    unsigned long owners;
    char text[1];
};

static message *of(const char *text)
{
    return reinterpret_cast<message *>(const_cast<char *>(text) - offsetof(message, text));
}

__libcpp_refstring::__libcpp_refstring(const char *text)
{
    size_t length = strlen(text);
    message *made = static_cast<message *>(operator new(sizeof(unsigned long) + length + 1));
    made->owners = 1;
    __builtin_memcpy(made->text, text, length + 1);
    __imp_ = made->text;
}

__libcpp_refstring::__libcpp_refstring(const __libcpp_refstring &s) noexcept : __imp_(s.__imp_)
{
    __atomic_fetch_add(&of(__imp_)->owners, 1, __ATOMIC_RELAXED);
}

__libcpp_refstring &__libcpp_refstring::operator=(const __libcpp_refstring &s) noexcept
{
    __libcpp_refstring copy(s);
    const char *old = __imp_;
    __imp_ = copy.__imp_;
    copy.__imp_ = old;
    return *this;
}

__libcpp_refstring::~__libcpp_refstring()
{
    if (__atomic_fetch_sub(&of(__imp_)->owners, 1, __ATOMIC_ACQ_REL) == 1)
        operator delete(of(__imp_));
}

} // namespace __1

#define BASE(type)                                                                                \
    type::type(const string &s) : __imp_(s.c_str()) {}                                            \
    type::type(const char *s) : __imp_(s) {}                                                      \
    type::type(const type &e) noexcept : exception(e), __imp_(e.__imp_) {}                        \
    type &type::operator=(const type &e) noexcept                                                 \
    {                                                                                              \
        __imp_ = e.__imp_;                                                                         \
        return *this;                                                                              \
    }                                                                                              \
    type::~type() noexcept {}                                                                     \
    const char *type::what() const noexcept                                                       \
    {                                                                                              \
        return __imp_.c_str();                                                                     \
    }

BASE(logic_error)
BASE(runtime_error)

domain_error::~domain_error() noexcept {}
invalid_argument::~invalid_argument() noexcept {}
length_error::~length_error() noexcept {}
out_of_range::~out_of_range() noexcept {}
range_error::~range_error() noexcept {}
overflow_error::~overflow_error() noexcept {}
underflow_error::~underflow_error() noexcept {}

} // namespace std
