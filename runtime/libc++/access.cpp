/*
 * What accesses to empty things throw: variants, optional and expected values, functions, `any`.
 */
// clang: -std=gnu++2b
#include <any>
#include <functional>
#include <optional>
#include <variant>
#if __has_include(<expected>)
#include <expected>
#endif

namespace std {

const char *bad_variant_access::what() const noexcept
{
    return "bad_variant_access";
}

bad_optional_access::~bad_optional_access() noexcept = default;

const char *bad_optional_access::what() const noexcept
{
    return "bad_optional_access";
}

const char *bad_any_cast::what() const noexcept
{
    return "bad any cast";
}

inline namespace __1 {

/* Earlier releases have them in headers. */

#if _LIBCPP_AVAILABILITY_HAS_BAD_FUNCTION_CALL_KEY_FUNCTION
bad_function_call::~bad_function_call() noexcept = default;
#endif

#if _LIBCPP_AVAILABILITY_HAS_BAD_EXPECTED_ACCESS_KEY_FUNCTION
const char *bad_expected_access<void>::what() const noexcept
{
    return "bad access to std::expected";
}
#endif

} // namespace __1
} // namespace std
