/* Three philosophers, of whom one is left-handed. */
#include <pthread.h>

enum { SEATS = 3 };

static pthread_mutex_t forks[SEATS];
static int meals[SEATS];

static void *dine(void *arg)
{
    int seat = (int)(long)arg;
    int left = seat, right = (seat + 1) % SEATS;
    pthread_mutex_t *first = &forks[seat == 0 ? right : left];
    pthread_mutex_t *second = &forks[seat == 0 ? left : right];
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(first);
        pthread_mutex_lock(second);
        meals[seat]++;
        pthread_mutex_unlock(second);
        pthread_mutex_unlock(first);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_create(&threads[i], 0, dine, (void *)(long)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], 0);
}
