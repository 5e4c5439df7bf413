//@ verdict: violation
//@ kind: assertion
//@ line: 27
//@ concurrent: yes
//
// A list of arguments is copied by one thread while another goes through it: copying reads
// what others can write.

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

static va_list *volatile lent;
static atomic_int ready, taken;

static void *worker(void *argument)
{
    (void)argument;
    va_list mine;
    while (!ready) {
    }
    va_list *list = lent;
    taken = 1;
    va_copy(mine, *list);
    assert(va_arg(mine, int) == 1);
    va_end(mine);
    return NULL;
}

static void lend(int count, ...)
{
    pthread_t thread;
    va_list list;
    va_start(list, count);
    pthread_create(&thread, NULL, worker, NULL);
    lent = &list;
    ready = 1;
    while (!taken) {
    }
    (void)va_arg(list, int);
    pthread_join(thread, NULL);
    va_end(list);
}

int main(void)
{
    lend(2, 1, 2);
    return 0;
}
