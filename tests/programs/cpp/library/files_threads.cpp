//@ verdict: verified
//@ properties: default,data-race
//@ symbolic: slow, streams
//
// Threads write to a file under a lock, one of them while it formats; then all of it is read.

#include <cassert>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::ofstream out;

static void work(int n)
{
    std::string line = "thread " + std::to_string(n);
    std::lock_guard<std::mutex> guard(lock);
    out << line << '\n';
}

int main()
{
    out.open("/tmp/heddle_threads.txt");
    std::thread a(work, 1), b(work, 2);
    a.join();
    b.join();
    out.close();
    std::ifstream in("/tmp/heddle_threads.txt");
    std::string word;
    int n, sum = 0, lines = 0;
    while (in >> word >> n) {
        sum += n;
        lines++;
    }
    assert(lines == 2 && sum == 3);
}
