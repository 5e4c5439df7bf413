/*
 * std::ios_base::failure, and the category of its error.
 */
#include <ios>
#include <string>
#include <system_error>

namespace std {
inline namespace __1 {

struct of_streams final : error_category {
    const char *name() const noexcept override
    {
        return "iostream";
    }

    string message(int code) const override
    {
        return code == int(io_errc::stream) ? "unspecified iostream_category error"
                                            : generic_category().message(code);
    }
};

static constinit const of_streams category;

const error_category &iostream_category() noexcept
{
    return category;
}

ios_base::failure::failure(const string &s, const error_code &code) : system_error(code, s) {}
ios_base::failure::failure(const char *s, const error_code &code) : system_error(code, s) {}
ios_base::failure::~failure() noexcept {}

} // namespace __1
} // namespace std
