//@ verdict: verified
//@ concurrent: yes
//
// pthread_self differs between threads and is what create handed out.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread, seen;

static void *work(void *unused)
{
    seen = pthread_self();
    assert(!pthread_equal(pthread_self(), main_thread));
    return unused;
}

int main(void)
{
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(pthread_equal(seen, t));
    assert(pthread_equal(main_thread, pthread_self()));
    return 0;
}
