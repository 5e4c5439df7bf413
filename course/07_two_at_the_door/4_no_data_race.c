//@ requirement: No data race
//@ options: --property data-race
//@ hint: What one thread reads while another one may write it has to be atomic. `volatile` is not.

#include <pthread.h>

void enter(int me);
void leave(int me);

static int visits;

static void *other(void *unused)
{
    enter(1);
    visits++;
    leave(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    enter(0);
    visits++;
    leave(0);
    pthread_join(thread, NULL);
}
