//@ verdict: verified
//@ clang: -stdlib=libc++ -std=c++17
//@ output: native
//@ properties: default,leak
//
// Memory resources of LLVM's library, which give back all that they have taken.

#include <cstdio>
#include <map>
#include <memory_resource>
#include <new>
#include <string>
#include <vector>

struct counting final : std::pmr::memory_resource {
    int live = 0;
    void *do_allocate(std::size_t bytes, std::size_t alignment) override
    {
        live++;
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void *p, std::size_t bytes, std::size_t alignment) override
    {
        live--;
        std::pmr::new_delete_resource()->deallocate(p, bytes, alignment);
    }
    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return this == &other;
    }
};

template <typename Pool> static void fill(Pool &pool)
{
    std::pmr::map<int, std::pmr::string> words(&pool);
    for (int i = 0; i < 4; i++)
        words.emplace(i, "a string that is longer than others");
    words.erase(2);
    std::pmr::vector<int> numbers(&pool);
    for (int i = 0; i < 20; i++)
        numbers.push_back(i);
    std::printf("%zu %d\n", words.size(), numbers.back());
}

int main()
{
    counting upstream;
    {
        std::pmr::unsynchronized_pool_resource pool(&upstream);
        fill(pool);
        pool.release();
        std::printf("%d\n", upstream.live);
        fill(pool);
        std::pmr::synchronized_pool_resource locked(&upstream);
        fill(locked);
        std::pmr::monotonic_buffer_resource growing(&upstream);
        fill(growing);
    }
    std::printf("%d\n", upstream.live);
    char buffer[64];
    std::pmr::monotonic_buffer_resource small(buffer, sizeof buffer,
                                              std::pmr::null_memory_resource());
    try {
        std::pmr::vector<char> large(1000, &small);
    } catch (const std::bad_alloc &e) {
        std::puts(e.what());
    }
    std::pmr::memory_resource *old = std::pmr::set_default_resource(&upstream);
    std::printf("%d %d\n", old == std::pmr::new_delete_resource(),
                std::pmr::get_default_resource() == &upstream);
    {
        std::pmr::string text(100, 'x');
        std::printf("%d\n", upstream.live);
    }
}
