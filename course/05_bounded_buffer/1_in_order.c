//@ requirement: Items come out once each, in the order in which they went in
//@ hint: Where does the next item go if the buffer is full, or goes round its end?

#include <assert.h>
#include <pthread.h>

void put(int item);
int take(void);

static void *produce(void *unused)
{
    for (int item = 1; item <= 4; item++)
        put(item);
    return unused;
}

int main(void)
{
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    for (int item = 1; item <= 4; item++)
        assert(take() == item);
    pthread_join(producer, NULL);
}
