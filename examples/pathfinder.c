// Priority inversion, after what stopped the Mars Pathfinder in 1997.
//
// Three tasks share a bus. The important one asks for it and expects whoever has it to hurry;
// the unimportant one has it, but needs a second resource to finish, and that belongs to the
// task in between, which has all the time in the world and knows nothing of the bus. So the
// important task waits for the unimportant one, which waits for the one in between: nobody
// is blocked by a circle, all locks are used as they should be, and yet the request is
// never served.
//
//     heddle check examples/pathfinder.c --property ltl --ltl 'G(r -> F cs)' --fair
//
// Expected: a violation, and without --property a spin deadlock: the unimportant task waits by
// spinning. With -- -DINHERIT the task in between steps back as long as the
// important one waits, as on the spacecraft after the repair, and it is verified.
//
//@ verdict: violation
//@ kind: ltl
//@ properties: ltl
//@ options: --ltl 'G(r -> F cs)' --fair
//@ temporal: yes

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;

// The second resource: who may use it. The task in between keeps it while it is busy.
static atomic_int busy;

// The important task has a request; it is served.
static atomic_int r, cs;

static void *important(void *unused)
{
    (void)unused;
    r = 1;
    pthread_mutex_lock(&bus);
    cs = 1;
    r = 0;
    pthread_mutex_unlock(&bus);
    return NULL;
}

static void *in_between(void *unused)
{
    (void)unused;
    for (;;) {
#ifdef INHERIT
        if (r) {
            busy = 0;
            continue;
        }
#endif
        busy = 1;
    }
    return NULL;
}

static void *unimportant(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&bus);
    while (busy) {
    }
    pthread_mutex_unlock(&bus);
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, important, NULL);
    pthread_create(&threads[1], NULL, in_between, NULL);
    pthread_create(&threads[2], NULL, unimportant, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
