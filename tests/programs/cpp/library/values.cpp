//@ verdict: violation
//@ kind: assertion
//@ symbolic: slow, many objects
//
// Values of all kinds of the library, for the end of a trace; each is told by what is in it.

#include <array>
#include <atomic>
#include <cassert>
#include <deque>
#include <forward_list>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

struct Job {
    int id;
    std::string name;
};

static std::vector<int> values;
static std::vector<Job> jobs;
static std::vector<bool> bits;
static std::array<short, 3> fixed;
static std::string text, empty;
static std::string_view view;
static std::deque<int> line;
static std::queue<int> waiting;
static std::list<double> list;
static std::forward_list<int> chain;
static std::map<std::string, int> ages;
static std::set<char> letters;
static std::unordered_map<int, std::string> names;
static std::unordered_set<long> numbers;
static std::shared_ptr<Job> shared, also;
static std::weak_ptr<Job> weak;
static std::unique_ptr<Job> own;
static std::optional<int> some, none;
static std::variant<int, std::string> either;
static std::pair<int, Job> two;
static std::tuple<int, bool, std::string> three;
static std::function<int(int)> callable;
static std::promise<int> promise;
static std::future<int> future;
static std::atomic<int> count;
static std::atomic<bool> flag;
static std::mutex lock;
static std::optional<std::optional<int>> nested;
static std::map<int, std::vector<std::string>> index_;

static void work()
{
    std::lock_guard<std::mutex> guard(lock);
    values.push_back(7);
    count++;
}

int main()
{
    for (int i = 0; i < 3; i++)
        values.push_back(i);
    jobs.push_back({1, "first"});
    bits = {true, false, true};
    fixed = {1, 2, 3};
    text = "a text that is too long for the string itself";
    view = std::string_view(text).substr(2, 4);
    for (int i = 0; i < 200; i++)
        line.push_back(i);
    for (int i = 0; i < 195; i++)
        line.pop_front();
    waiting.push(5);
    list = {0.5, 1.5};
    chain = {1, 2};
    ages = {{"bob", 5}, {"ann", 3}};
    letters = {'c', 'a', 'b'};
    names[1] = "one";
    numbers.insert(9);
    shared = std::make_shared<Job>(Job{2, "shared"});
    also = shared;
    weak = shared;
    own = std::make_unique<Job>(Job{3, "own"});
    some = 4;
    either = "other";
    two = {1, {4, "four"}};
    three = {1, true, "t"};
    callable = [](int i) { return i + 1; };
    future = promise.get_future();
    promise.set_value(1);
    flag = true;
    nested = std::optional<int>();
    index_[1] = {"x", "y"};
    std::thread other(work);
    other.join();
    lock.lock();
    assert(values.size() != 4);
}
