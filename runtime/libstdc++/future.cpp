/*
 * Futures: their errors, and results.
 */
#include <future>

namespace std {

namespace {

struct of_future final : error_category {
    const char *name() const noexcept override
    {
        return "future";
    }

    string message(int code) const override
    {
        switch (future_errc(code)) {
        case future_errc::promise_already_satisfied:
            return "Promise already satisfied";
        case future_errc::no_state:
            return "No associated state";
        case future_errc::broken_promise:
            return "Broken promise";
        case future_errc::future_already_retrieved:
            return "Future already retrieved";
        default:
            return "Unknown error";
        }
    }
};

constinit const of_future category;

} // namespace

const error_category &future_category() noexcept
{
    return category;
}

future_error::~future_error() noexcept = default;

const char *future_error::what() const noexcept
{
    return logic_error::what();
}

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

} // namespace std
