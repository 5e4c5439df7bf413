/*
 * Error categories, and std::system_error.
 */
#include <system_error>

#include <cerrno>
#include <cstring>
#include <string>

namespace std {
inline namespace __1 {

error_category::~error_category() noexcept {}

error_condition error_category::default_error_condition(int code) const noexcept
{
    return error_condition(code, *this);
}

bool error_category::equivalent(int code, const error_condition &condition) const noexcept
{
    return default_error_condition(code) == condition;
}

bool error_category::equivalent(const error_code &code, int condition) const noexcept
{
    return *this == code.category() && code.value() == condition;
}

string error_code::message() const
{
    return category().message(value());
}

string error_condition::message() const
{
    return category().message(value());
}

/* The largest number of an error that is taken for one of the system's. */
enum { LAST = 4095 };

struct generic final : error_category {
    const char *name() const noexcept override
    {
        return "generic";
    }

    string message(int code) const override
    {
        return code > LAST ? "unspecified generic_category error" : strerror(code);
    }
};

struct of_system final : error_category {
    const char *name() const noexcept override
    {
        return "system";
    }

    string message(int code) const override
    {
        return code > LAST ? "unspecified system_category error" : strerror(code);
    }

    error_condition default_error_condition(int code) const noexcept override
    {
        if (code >= 0 && code <= EHWPOISON)
            return error_condition(code, generic_category());
        return error_condition(code, *this);
    }
};

/* Never destroyed, since others may be asked for them until the very end. */
template <typename T> union forever {
    constexpr forever() : object() {}
    ~forever() {}
    T object;
};

static constinit forever<generic> first;
static constinit forever<of_system> second;

const error_category &generic_category() noexcept
{
    return first.object;
}

const error_category &system_category() noexcept
{
    return second.object;
}

static string text(const error_code &code, string what)
{
    if (!code)
        return what;
    return what.empty() ? code.message() : what + ": " + code.message();
}

system_error::system_error(error_code code, const string &what)
    : runtime_error(text(code, what)), __ec_(code)
{
}

system_error::system_error(error_code code, const char *what)
    : runtime_error(text(code, what)), __ec_(code)
{
}

system_error::system_error(error_code code) : runtime_error(text(code, "")), __ec_(code) {}

system_error::system_error(int code, const error_category &category, const string &what)
    : system_error(error_code(code, category), what)
{
}

system_error::system_error(int code, const error_category &category, const char *what)
    : system_error(error_code(code, category), what)
{
}

system_error::system_error(int code, const error_category &category)
    : system_error(error_code(code, category))
{
}

system_error::~system_error() noexcept {}

void __throw_system_error(int code, const char *what)
{
    throw system_error(error_code(code, system_category()), what);
}

} // namespace __1
} // namespace std
