// Three philosophers, of whom one is left-handed.
#include <mutex>
#include <thread>

enum { SEATS = 3 };

static std::mutex forks[SEATS];
static int meals[SEATS];

static void dine(int seat)
{
    int left = seat, right = (seat + 1) % SEATS;
    std::mutex &first = forks[seat == 0 ? right : left];
    std::mutex &second = forks[seat == 0 ? left : right];
    for (int i = 0; i < 2; i++) {
        std::lock_guard<std::mutex> one(first);
        std::lock_guard<std::mutex> other(second);
        meals[seat]++;
    }
}

int main()
{
    std::thread threads[SEATS];
    for (int i = 0; i < SEATS; i++)
        threads[i] = std::thread(dine, i);
    for (std::thread &thread : threads)
        thread.join();
}
