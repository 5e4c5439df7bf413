//@ verdict: verified
//@ output: native
//@ symbolic: slow, many loops
//
// Containers whose code lives in the library: trees, lists, hash tables.

#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main()
{
    std::map<int, std::string> map;
    for (int i = 0; i < 40; i++)
        map[i * 7 % 41] = std::to_string(i);
    for (int i = 0; i < 40; i += 3)
        map.erase(i);
    for (auto &entry : map)
        std::cout << entry.first << '=' << entry.second << ' ';
    std::cout << '\n';
    for (auto at = map.rbegin(); at != map.rend(); ++at)
        std::cout << at->first << ' ';
    std::cout << map.lower_bound(20)->first << '\n';

    std::multiset<std::string> set{"b", "a", "c", "a"};
    set.erase(set.find("a"));
    for (auto &word : set)
        std::cout << word;
    std::cout << '\n';

    std::list<int> list{5, 3, 8, 1}, more{4, 9};
    list.sort();
    more.reverse();
    list.merge(more, std::less<int>());
    list.splice(list.begin(), std::list<int>{7, 6});
    list.remove(3);
    list.swap(more);
    for (int n : more)
        std::cout << n << ' ';
    std::cout << list.size() << '\n';

    std::unordered_map<std::string, int> count;
    for (const char *word : {"one", "two", "three", "four", "five", "six", "seven", "one"})
        count[word]++;
    for (auto &entry : count)
        std::cout << entry.first << entry.second << ' ';
    std::unordered_set<int> numbers;
    for (int i = 0; i < 30; i++)
        numbers.insert(i * i);
    for (int n : numbers)
        std::cout << n << ' ';
    std::cout << numbers.bucket_count() << ' ' << count.bucket_count() << '\n';
    std::cout << std::hash<std::string>()("a longer string to hash") % 1000 << '\n';
}
