//@ verdict: verified
//@ output: native
//@ symbolic: slow, formatting is long
//
// Exceptions of the library, with their messages.

#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

template <typename F> static void attempt(F f)
{
    try {
        f();
    } catch (const std::system_error &error) {
        std::cout << "system error " << error.code() << ": " << error.what() << '\n';
    } catch (const std::logic_error &error) {
        std::cout << "logic error: " << error.what() << '\n';
    } catch (const std::exception &error) {
        std::cout << "exception: " << error.what() << '\n';
    }
}

int main()
{
    attempt([] { std::vector<int>(3).at(5); });
    attempt([] { std::string("abc").substr(4); });
    attempt([] { std::stoi("x"); });
    attempt([] { std::stoi("99999999999"); });
    attempt([] { throw std::runtime_error(std::string("of one's own")); });
    attempt([] { throw std::range_error("too far"); });
    attempt([] { std::function<void()>()(); });
    attempt([] { std::shared_ptr<int>(std::weak_ptr<int>()); });
    attempt([] { std::thread().join(); });
    attempt([] { std::unique_lock<std::mutex>().lock(); });
    attempt([] {
        std::future<int> future;
        {
            std::promise<int> promise;
            future = promise.get_future();
        }
        future.get();
    });
    attempt([] {
        std::promise<int> promise;
        promise.set_value(1);
        promise.set_value(2);
    });
    attempt([] {
        std::promise<int> promise;
        promise.set_exception(std::make_exception_ptr(std::out_of_range("sent")));
        promise.get_future().get();
    });
    attempt([] {
        std::istringstream in("x");
        in.exceptions(std::ios::failbit);
        int n;
        in >> n;
    });
    attempt([] { std::vector<int>().reserve(-1); });
    std::error_code code(ENOENT, std::generic_category());
    std::cout << code << ' ' << code.message() << ' ' << (code == std::errc::no_such_file_or_directory)
              << (std::error_code(EPERM, std::system_category()) == std::errc::operation_not_permitted)
              << '\n';
    std::logic_error first("shared"), second(first);
    first = std::logic_error("other");
    std::cout << first.what() << ' ' << second.what() << std::endl;
}
