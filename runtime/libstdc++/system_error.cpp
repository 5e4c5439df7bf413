/*
 * Error categories, and std::system_error.
 */
#include <system_error>

#include <cerrno>
#include <cstring>
#include <new>

namespace std {

error_category::~error_category() = default;

/* The other kind of string, which no program here asks for. */
__cow_string error_category::_M_message(int code) const
{
    return __cow_string(message(code));
}

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

error_condition error_code::default_error_condition() const noexcept
{
    return category().default_error_condition(value());
}

system_error::~system_error() noexcept = default;

namespace {

struct generic final : error_category {
    const char *name() const noexcept override
    {
        return "generic";
    }

    string message(int code) const override
    {
        return strerror(code);
    }
};

struct of_system final : error_category {
    const char *name() const noexcept override
    {
        return "system";
    }

    string message(int code) const override
    {
        return strerror(code);
    }

    /* A code that POSIX knows means the same everywhere. */
    error_condition default_error_condition(int code) const noexcept override
    {
        if (code >= 0 && code <= EHWPOISON)
            return error_condition(code, _V2::generic_category());
        return error_condition(code, *this);
    }
};

/* Never destroyed, since others may be asked for them until the very end. */
union storage {
    constexpr storage() : all{} {}
    ~storage() {}
    struct {
        generic first;
        of_system second;
    } all;
};

constinit storage categories;

} // namespace

inline namespace _V2 {

const error_category &generic_category() noexcept
{
    return categories.all.first;
}

const error_category &system_category() noexcept
{
    return categories.all.second;
}

} // namespace _V2

} // namespace std
