#include <pthread.h>

void __heddle_ap(const char *name);

static volatile int ready;

static void *poll(void *argument) {
    while (!ready)
        __heddle_ap("tick");
    return 0;
}

int main(void) {
    pthread_t poller;
    pthread_create(&poller, 0, poll, 0);
    ready = 1;
    pthread_join(poller, 0);
    return 0;
}
