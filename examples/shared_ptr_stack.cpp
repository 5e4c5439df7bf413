// A lock-free stack with std::atomic<std::shared_ptr>.
//
// The pointers count their owners, so a node is not freed while somebody looks at it, and its
// address is not used again: there is no ABA problem, which aba_stack.c has.
//
// Expected: verified.
//
//@ verdict: verified
//@ clang: -std=c++20
//@ symbolic: slow, C++ library

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

template <typename T>
class Stack {
public:
    void push(T value)
    {
        auto node = std::make_shared<Node>(Node{value, head.load()});
        while (!head.compare_exchange_strong(node->next, node)) {
        }
    }

    bool pop(T &value)
    {
        std::shared_ptr<Node> node = head.load();
        while (node && !head.compare_exchange_strong(node, node->next)) {
        }
        if (!node)
            return false;
        value = node->value;
        return true;
    }

private:
    struct Node {
        T value;
        std::shared_ptr<Node> next;
    };

    std::atomic<std::shared_ptr<Node>> head;
};

static Stack<int> stack;
static int sum;

int main()
{
    stack.push(1);
    std::thread other([] {
        int value = 0;
        if (stack.pop(value))
            sum += value;
    });
    stack.push(2);
    other.join();
    int value = 0;
    while (stack.pop(value))
        sum += value;
    assert(sum == 3);
}
