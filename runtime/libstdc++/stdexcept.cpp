/*
 * The exceptions of <stdexcept>, and the strings in them.
 *
 * A message is shared by all copies of an exception, since copying one must not throw. As the
 * header has it, an exception is one pointer to its first character; the number of those who
 * share it is in front of it.
 */
#include <stdexcept>

#include <cstring>
#include <new>

namespace std {

namespace {

struct message {
    unsigned long owners;
    char text[1];
};

message *of(const char *text)
{
    return reinterpret_cast<message *>(const_cast<char *>(text) - offsetof(message, text));
}

const char *shared(const char *text, size_t length)
{
    message *made = static_cast<message *>(operator new(sizeof(unsigned long) + length + 1));
    made->owners = 1;
    __builtin_memcpy(made->text, text, length);
    made->text[length] = 0;
    return made->text;
}

const char *share(const char *text)
{
    if (text)
        __atomic_fetch_add(&of(text)->owners, 1, __ATOMIC_RELAXED);
    return text;
}

void leave(const char *text)
{
    if (text && __atomic_fetch_sub(&of(text)->owners, 1, __ATOMIC_ACQ_REL) == 1)
        operator delete(of(text));
}

} // namespace

#if _GLIBCXX_USE_CXX11_ABI

__cow_string::__cow_string() : _M_p(shared("", 0)) {}
__cow_string::__cow_string(const string &s) : _M_p(shared(s.data(), s.size())) {}
__cow_string::__cow_string(const char *s, size_t n) : _M_p(shared(s, n)) {}
__cow_string::__cow_string(const __cow_string &s) noexcept : _M_p(share(s._M_p)) {}

__cow_string &__cow_string::operator=(const __cow_string &s) noexcept
{
    const char *old = _M_p;
    _M_p = share(s._M_p);
    leave(old);
    return *this;
}

__cow_string::~__cow_string()
{
    leave(_M_p);
}

__cow_string::__cow_string(__cow_string &&s) noexcept : _M_p(share(s._M_p)) {}

__cow_string &__cow_string::operator=(__cow_string &&s) noexcept
{
    return *this = static_cast<const __cow_string &>(s);
}

#define MESSAGE(s) _M_msg(s, strlen(s))
#define TEXT _M_msg._M_p

#else

#define MESSAGE(s) _M_msg(s)
#define TEXT _M_msg.c_str()

#endif

/* --- The two bases --------------------------------------------------------- */

#define BASE(type)                                                                                \
    type::type(const string &s) : _M_msg(s) {}                                                    \
    type::type(const char *s) : MESSAGE(s) {}                                                     \
    type::type(const type &e) noexcept : exception(e), _M_msg(e._M_msg) {}                        \
    type::type(type &&e) noexcept : exception(e), _M_msg(static_cast<__cow_string &&>(e._M_msg))  \
    {                                                                                              \
    }                                                                                              \
    type &type::operator=(const type &e) noexcept                                                 \
    {                                                                                              \
        _M_msg = e._M_msg;                                                                         \
        return *this;                                                                              \
    }                                                                                              \
    type &type::operator=(type &&e) noexcept                                                      \
    {                                                                                              \
        _M_msg = static_cast<__cow_string &&>(e._M_msg);                                           \
        return *this;                                                                              \
    }                                                                                              \
    type::~type() noexcept {}                                                                     \
    const char *type::what() const noexcept                                                       \
    {                                                                                              \
        return TEXT;                                                                               \
    }

BASE(logic_error)
BASE(runtime_error)

/* --- What is derived from them --------------------------------------------- */

#define DERIVED(type, base)                                                                       \
    type::type(const string &s) : base(s) {}                                                      \
    type::type(const char *s) : base(s) {}                                                        \
    type::~type() noexcept {}

DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

} // namespace std
