//@ verdict: violation
//@ kind: assertion
//@ line: 21
//@ clang: -fno-exceptions
//@ concurrent: yes
//
// A thread is started in the constructor of the base class: it may call the base's
// version of a virtual function, before the derived class is there.

#include <assert.h>
#include <pthread.h>

struct Worker {
    pthread_t thread;
    Worker() { pthread_create(&thread, nullptr, start, this); }
    virtual ~Worker() {}
    virtual int task() { return 0; }
    void join() { pthread_join(thread, nullptr); }
    static void *start(void *self)
    {
        assert(static_cast<Worker *>(self)->task() == 1); // BUG
        return nullptr;
    }
};

struct RealWorker : Worker {
    int task() override { return 1; }
};

int main()
{
    RealWorker w;
    w.join();
    return 0;
}
