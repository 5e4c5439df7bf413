// A bank that checks first and books later.
//
// Two clerks pay into the same account. A clerk asks whether the balance would become too
// great for its type, and if not, books the amount. Both are done with the account locked,
// but in between it is not: then both may have asked before either books, and what was
// small enough alone is too much together. That takes amounts of more than a billion, which
// nobody would think of trying:
//
//     heddle check --engine bmc --property default,overflow examples/bank_transfer.c
//     heddle check --engine bmc --property default,overflow examples/bank_transfer.c -- -DFIXED
//
// With -DFIXED the account stays locked from the question to the booking.
//
// Expected: a violation, an overflow; verified with -DFIXED.
//
//@ verdict: violation
//@ kind: overflow
//@ line: 55
//@ properties: default,overflow
//@ options: --engine bmc

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);

static struct account {
    pthread_mutex_t lock;
    int balance;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct transfer {
    int amount;
    bool is_done;
};

// Nothing overflows here, whatever the amount is.
static bool has_room(int amount)
{
    return amount > 0 && account.balance <= INT_MAX - amount;
}

static void book(struct transfer *transfer)
{
    pthread_mutex_lock(&account.lock);
    bool is_accepted = has_room(transfer->amount);
#ifndef FIXED
    pthread_mutex_unlock(&account.lock); // the other clerk may book now
    pthread_mutex_lock(&account.lock);
#endif
    if (is_accepted) {
        account.balance += transfer->amount; // can fail
        transfer->is_done = true;
    }
    pthread_mutex_unlock(&account.lock);
}

static void *clerk(void *argument)
{
    book(argument);
    return NULL;
}

int main(void)
{
    struct transfer transfers[2];
    pthread_t clerks[2];
    long booked = 0;
    for (int i = 0; i < 2; i++)
        transfers[i] = (struct transfer){.amount = __VERIFIER_nondet_int()};
    for (int i = 0; i < 2; i++)
        pthread_create(&clerks[i], NULL, clerk, &transfers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(clerks[i], NULL);
    for (int i = 0; i < 2; i++)
        booked += transfers[i].is_done ? transfers[i].amount : 0;
    assert(account.balance == booked);
    return 0;
}
