// Two producers and a consumer at a queue with room for two.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

enum { ROOM = 2, EACH = 2 };

static std::mutex lock;
static std::condition_variable not_full, not_empty;
static int items[ROOM], first, count;

static void put(int item)
{
    std::unique_lock<std::mutex> guard(lock);
    not_full.wait(guard, [] { return count < ROOM; });
    items[(first + count++) % ROOM] = item;
    not_empty.notify_one();
}

static int take()
{
    std::unique_lock<std::mutex> guard(lock);
    not_empty.wait(guard, [] { return count > 0; });
    int item = items[first];
    first = (first + 1) % ROOM;
    count--;
    not_full.notify_all();
    return item;
}

static void produce()
{
    for (int i = 1; i <= EACH; i++)
        put(i);
}

int main()
{
    std::thread producers[2];
    for (int i = 0; i < 2; i++)
        producers[i] = std::thread(produce);
    int sum = 0;
    for (int i = 0; i < 2 * EACH; i++)
        sum += take();
    for (int i = 0; i < 2; i++)
        producers[i].join();
    assert(sum == 6);
}
