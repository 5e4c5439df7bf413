// A deadly embrace that nobody notices.
//
// Two threads move money between the same two accounts, in opposite directions, and each
// locks the one that it takes from first. They may end up waiting for each other. But the
// program is not at a standstill: a third thread goes on for as long as it is told to, so
// from outside all looks well. (deadly_embrace.c is the same without company.)
//
//     heddle check examples/local_deadlock.c
//     heddle check --engine bmc --unwind 2 examples/local_deadlock.c
//
// With -DFIXED both lock the same account first.
//
// Expected: a violation, a deadlock of two of the threads; verified with -DFIXED.
//
//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct account wallet = {PTHREAD_MUTEX_INITIALIZER, 10};
static atomic_int is_over, is_lit;

static void move(struct account *from, struct account *to, struct account *first)
{
    struct account *second = first == from ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock); // the other one may hold it, and wait for the first
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *withdraw(void *unused)
{
    (void)unused;
    move(&savings, &wallet, &savings);
    return NULL;
}

static void *deposit(void *unused)
{
    (void)unused;
#ifdef FIXED
    move(&wallet, &savings, &savings);
#else
    move(&wallet, &savings, &wallet);
#endif
    return NULL;
}

static void *blink(void *unused)
{
    (void)unused;
    while (!is_over)
        is_lit = !is_lit;
    return NULL;
}

int main(void)
{
    pthread_t movers[2], lamp;
    pthread_create(&lamp, NULL, blink, NULL);
    pthread_create(&movers[0], NULL, withdraw, NULL);
    pthread_create(&movers[1], NULL, deposit, NULL);
    pthread_join(movers[0], NULL);
    pthread_join(movers[1], NULL);
    is_over = 1;
    pthread_join(lamp, NULL);
    return 0;
}

//@ switches: 6
