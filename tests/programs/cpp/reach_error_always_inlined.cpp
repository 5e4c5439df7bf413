//@ verdict: violation
//@ kind: assertion
//@ line: 14
//
// An error function that is always inlined, beside templates that are, too.

#include <atomic>

[[gnu::always_inline]] inline void reach_error() {}

int main()
{
    std::atomic<int> number{1};
    if (number.fetch_add(1) == 1) reach_error(); // BUG
    return number.load() - 2;
}
