//@ requirement: There is room for two, and for no more
//@ hint: Two items go in though nobody takes one. The third waits until somebody does.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void put(int item);
int take(void);

static atomic_int is_third_in;

static void *produce(void *unused)
{
    put(3);
    is_third_in = 1;
    return unused;
}

int main(void)
{
    put(1);
    put(2);
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    assert(!is_third_in);
    assert(take() == 1);
    pthread_join(producer, NULL);
    assert(take() == 2 && take() == 3);
}
