/*
 * std::placeholders up to C++14, from where on headers define them.
 */
// clang: -std=gnu++14
#include <functional>

namespace std::placeholders {

#define PLACEHOLDER(n) const _Placeholder<n> _##n{};

PLACEHOLDER(1)
PLACEHOLDER(2)
PLACEHOLDER(3)
PLACEHOLDER(4)
PLACEHOLDER(5)
PLACEHOLDER(6)
PLACEHOLDER(7)
PLACEHOLDER(8)
PLACEHOLDER(9)
PLACEHOLDER(10)

} // namespace std::placeholders
