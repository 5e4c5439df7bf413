// Real headers.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int queue[16], count;
static sem_t slots;

static void setup(void) { sem_init(&slots, 0, 16); }
static void *producer(void *arg) {
    const char *name = arg;
    pthread_once(&once, setup);
    for (int i = 0; i < 100; i++) {
        sem_wait(&slots);
        pthread_mutex_lock(&lock);
        queue[count++ % 16] = i * (int)strlen(name);
        pthread_cond_signal(&ready);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
static void *consumer(void *arg) {
    long *sum = arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        while (count == 0) pthread_cond_wait(&ready, &lock);
        int item = queue[--count % 16];
        pthread_mutex_unlock(&lock);
        sem_post(&slots);
        *sum += item;
        if (item == 99) break;
    }
    return sum;
}
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
    pthread_t threads[2];
    long sum = 0;
    if (pthread_create(&threads[0], NULL, producer, argc > 1 ? argv[1] : "x") != 0 ||
        pthread_create(&threads[1], NULL, consumer, &sum) != 0) {
        perror("pthread_create");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    qsort(queue, 16, sizeof queue[0], by_value);
    char buffer[64];
    snprintf(buffer, sizeof buffer, "%ld %.2f", sum, sqrt((double)sum));
    puts(buffer);
    assert(errno != EINTR);
    return fprintf(stderr, "%s\n", strerror(errno)) < 0;
}
