//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++2b
//@ output: native
//
// What LLVM's library throws, exceptions in exceptions, and those that were never thrown.

#include <algorithm>
#include <any>
#include <cstdio>
#include <exception>
#include <expected>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <variant>

template <typename Action> static void try_to(Action act)
{
    try {
        act();
    } catch (const std::exception &e) {
        std::puts(e.what());
    }
}

static void tell(const std::exception &e, int depth)
{
    std::printf("%*s%s\n", depth, "", e.what());
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        tell(inner, depth + 1);
    } catch (int i) {
        std::printf("%*s%d\n", depth + 1, "", i);
    }
}

int main()
{
    try_to([] { (void)std::get<0>(std::variant<int, char>('c')); });
    try_to([] { (void)std::optional<int>().value(); });
    try_to([] { (void)std::any_cast<int>(std::any('c')); });
    try_to([] { std::function<void()>()(); });
    try_to([] { (void)std::expected<int, int>(std::unexpect, 3).value(); });
    std::puts(std::generic_category().message(99999).c_str());
    std::puts(std::system_category().message(2).c_str());
    try {
        try {
            try {
                throw 5;
            } catch (...) {
                std::throw_with_nested(std::runtime_error("in the middle"));
            }
        } catch (...) {
            std::throw_with_nested(std::logic_error("outside"));
        }
    } catch (const std::exception &e) {
        tell(e, 0);
    }
    std::exception_ptr made = std::make_exception_ptr(std::string("never thrown"));
    try {
        std::rethrow_exception(made);
    } catch (const std::string &s) {
        std::puts(s.c_str());
    }
    int numbers[] = {3, 1, 2};
    std::sort(numbers, numbers + 3);
    std::printf("%d%d%d\n", numbers[0], numbers[1], numbers[2]);
}
