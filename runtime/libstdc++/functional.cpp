/*
 * std::bad_function_call.
 */
#include <functional>

namespace std {

bad_function_call::~bad_function_call() noexcept = default;

const char *bad_function_call::what() const noexcept
{
    return "bad_function_call";
}

} // namespace std
