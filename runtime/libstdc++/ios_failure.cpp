/*
 * std::ios_base::failure, and the category of its error.
 */
#include <ios>
#include <system_error>

namespace std {

namespace {

struct of_streams final : error_category {
    const char *name() const noexcept override
    {
        return "iostream";
    }

    string message(int code) const override
    {
        return code == int(io_errc::stream) ? "iostream error" : "Unknown error";
    }
};

constinit const of_streams category;

} // namespace

const error_category &iostream_category() noexcept
{
    return category;
}

ios_base::failure::failure(const string &s) : system_error(io_errc::stream, s) {}
ios_base::failure::failure(const string &s, const error_code &code) : system_error(code, s) {}
ios_base::failure::failure(const char *s, const error_code &code) : system_error(code, s) {}
ios_base::failure::~failure() = default;

const char *ios_base::failure::what() const noexcept
{
    return runtime_error::what();
}

void __throw_ios_failure(const char *what)
{
    throw ios_base::failure(what);
}

void __throw_ios_failure(const char *what, int code)
{
    throw ios_base::failure(what, code ? error_code(code, generic_category())
                                       : error_code(io_errc::stream));
}

} // namespace std
