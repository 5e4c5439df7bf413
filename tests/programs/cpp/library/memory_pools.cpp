//@ verdict: verified
//@ clang: -std=c++17
//@ properties: default,leak,data-race
//@ output: native
//@ symbolic: slow, many objects
//
// Memory resources: pools for one thread and for several, and one that only grows.

#include <iostream>
#include <map>
#include <memory_resource>
#include <string>
#include <thread>
#include <vector>

static void alone()
{
    std::pmr::unsynchronized_pool_resource pool({0, 100});
    std::cout << pool.options().max_blocks_per_chunk << ' '
              << pool.options().largest_required_pool_block << '\n';
    std::pmr::vector<std::pmr::string> words(&pool);
    words.emplace_back("a word that is long enough to be allocated");
    words.emplace_back("short");
    std::pmr::map<int, int> numbers(&pool);
    numbers[1] = 2;
    numbers[3] = 4;
    numbers.erase(1);
    std::cout << words[0] << ' ' << words[1] << ' ' << numbers.at(3) << '\n';
    void *kept = pool.allocate(1000, 64);
    std::cout << reinterpret_cast<unsigned long>(kept) % 64 << '\n';
    pool.deallocate(kept, 1000, 64);
    (void)pool.allocate(10);
    std::cout << pool.is_equal(pool) << (pool.upstream_resource() == std::pmr::new_delete_resource());
    std::cout << '\n';
}

static void together()
{
    std::pmr::synchronized_pool_resource pool;
    std::thread other([&] {
        int *n = static_cast<int *>(pool.allocate(sizeof(int), alignof(int)));
        *n = 1;
        pool.deallocate(n, sizeof(int), alignof(int));
    });
    void *p = pool.allocate(8);
    other.join();
    pool.deallocate(p, 8);
    (void)pool.allocate(3);
}

static void growing()
{
    char room[64];
    std::pmr::monotonic_buffer_resource buffer(room, sizeof room);
    char *first = static_cast<char *>(buffer.allocate(40));
    char *second = static_cast<char *>(buffer.allocate(40));
    std::cout << (first == room) << (second < room || second >= room + sizeof room) << '\n';
    std::pmr::string text("another text that is long enough to be allocated", &buffer);
    std::cout << text << '\n';
}

int main()
{
    alone();
    together();
    growing();
}
