//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// What `two` waits for ends in a result that `one` reads. When the two meet for the first
// time, the join still waits, and there is another race; theirs is found later.

#include <pthread.h>

static int x, y;
static pthread_t id;
static void *result;

static void *child(void *unused)
{
    (void)unused;
    pthread_join(id, &result);
    return NULL;
}

static void *one(void *unused)
{
    (void)unused;
    x = result != NULL;
    y += 2;
    return NULL;
}

static void *two(void *unused)
{
    (void)unused;
    pthread_create(&id, NULL, child, NULL);
    x += 2;
    pthread_join(id, &result);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
