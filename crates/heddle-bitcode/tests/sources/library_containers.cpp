// The containers of the C++ library.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
int main(int argc, char **argv) {
    std::vector<std::string> words(argv, argv + argc);
    std::map<std::string, int> counts;
    for (const auto &word : words) counts[word]++;
    std::sort(words.begin(), words.end(), [](const auto &a, const auto &b) { return a.size() < b.size(); });
    std::unordered_map<int, std::unique_ptr<std::string>> owned;
    owned.emplace(1, std::make_unique<std::string>("one"));
    auto shared = std::make_shared<std::vector<int>>(10, 5);
    std::optional<int> maybe = argc > 2 ? std::optional<int>(argc) : std::nullopt;
    std::variant<int, std::string> either = argc > 3 ? std::variant<int, std::string>("text") : 3;
    std::ostringstream out;
    for (const auto &[word, count] : counts) out << word << ' ' << count << '\n';
    try {
        out << words.at(10) << shared->size() << maybe.value_or(-1);
        std::visit([&](const auto &value) { out << value; }, either);
    } catch (const std::out_of_range &error) {
        std::cerr << error.what();
    }
    std::cout << out.str() << *owned.at(1) << std::endl;
}
