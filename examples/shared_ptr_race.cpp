// A race on a shared_ptr.
//
// A shared_ptr counts its owners atomically, so several threads may each have one to the same
// object. But one shared_ptr that several threads use is a variable like any other: while the
// reader copies `current`, the writer replaces it, and the object may be gone before the
// reader has counted itself among its owners.
//
// Expected: a violation, an access to memory that was freed. std::atomic<std::shared_ptr>, or a
// lock, and it is gone.
//
//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//@ symbolic: slow, C++ library

#include <memory>
#include <thread>

struct Config {
    int version;
};

static std::shared_ptr<Config> current = std::make_shared<Config>(Config{1});

static void reader()
{
    std::shared_ptr<Config> mine = current;
    (void)mine->version;
}

static void writer()
{
    current = std::make_shared<Config>(Config{2});
}

int main()
{
    std::thread one(reader), two(writer);
    one.join();
    two.join();
}
