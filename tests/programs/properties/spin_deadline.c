//@ verdict: bounded
//@ concurrent: yes
//@ symbolic: bounded, the loop wait:
//@ reason: clocks stand still
//
// Whoever waits until a deadline goes on in the end, and is in no spin deadlock. Clocks stand still
// here, so that what comes after is not seen, and nothing is verified.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static atomic_int answer;

static void *wait(void *unused)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (!atomic_load(&answer) && now.tv_sec - start.tv_sec < 5);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, NULL);
    pthread_join(thread, NULL);
    return 0;
}
