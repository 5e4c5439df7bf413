// The pool of messages: a free list under a lock, and a condition for those who wait.
#include "messages.h"

#include <assert.h>
#include <errno.h>

const patience for_ever = {.kind = FOR_EVER};
const patience not_at_all = {.kind = NOT_AT_ALL};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    message *free;
    unsigned waiting;
    pool_statistics statistics;
    message messages[POOL_SIZE];
} pool;

patience until(struct timespec moment) {
    patience result = {.kind = UNTIL, .moment = moment};
    return result;
}

outcome wait_for_news(pthread_cond_t *news, pthread_mutex_t *lock, const patience *how_long) {
    switch (how_long->kind) {
    case NOT_AT_ALL:
        return WOULD_WAIT;
    case UNTIL:
        return pthread_cond_timedwait(news, lock, &how_long->moment) == ETIMEDOUT ? TIMED_OUT : DONE;
    case FOR_EVER:
        break;
    }
    pthread_cond_wait(news, lock);
    return DONE;
}

void pool_open(void) {
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.not_empty, NULL);
    pool.free = NULL;
    pool.waiting = 0;
    for (int i = POOL_SIZE - 1; i >= 0; i--) {
        pool.messages[i].in_use = false;
        pool.messages[i].next = pool.free;
        pool.free = &pool.messages[i];
    }
    pool.statistics.available = POOL_SIZE;
    pool.statistics.least_available = POOL_SIZE;
    pool.statistics.waits = 0;
}

void pool_close(void) {
    assert(pool.statistics.available == POOL_SIZE);
    pthread_cond_destroy(&pool.not_empty);
    pthread_mutex_destroy(&pool.lock);
}

outcome pool_take(message **taken, patience how_long) {
    outcome result = DONE;
    pthread_mutex_lock(&pool.lock);
    while (pool.free == NULL && result == DONE) {
        pool.waiting++;
        pool.statistics.waits++;
        result = wait_for_news(&pool.not_empty, &pool.lock, &how_long);
        pool.waiting--;
    }
    // News can come together with the end of patience.
    if (pool.free != NULL) {
        message *first = pool.free;
        pool.free = first->next;
        assert(!first->in_use);
        first->in_use = true;
        first->next = NULL;
        if (--pool.statistics.available < pool.statistics.least_available)
            pool.statistics.least_available = pool.statistics.available;
        *taken = first;
        result = DONE;
    }
    pthread_mutex_unlock(&pool.lock);
    return result;
}

void pool_give_back(message *unused) {
    pthread_mutex_lock(&pool.lock);
    assert(unused->in_use);
    unused->in_use = false;
    unused->next = pool.free;
    pool.free = unused;
    pool.statistics.available++;
    if (pool.waiting > 0)
        pthread_cond_signal(&pool.not_empty);
    pthread_mutex_unlock(&pool.lock);
}

pool_statistics pool_count(void) {
    pthread_mutex_lock(&pool.lock);
    pool_statistics result = pool.statistics;
    pthread_mutex_unlock(&pool.lock);
    return result;
}
