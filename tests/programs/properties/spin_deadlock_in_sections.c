//@ verdict: violation
//@ kind: spin-deadlock
//@ concurrent: yes
//@ symbolic: slow, a loop that is never left is unrolled very often
//
// Each looks at both flags in an atomic section, with variables of its own beside it, and with
// a choice that makes no difference.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int turn = 2;

static int is_turn_of(int who)
{
    heddle_atomic_begin();
    int result = turn == who;
    heddle_atomic_end();
    return result;
}

static void *work(void *arg)
{
    int who = arg != NULL;
    int rounds = 0;
    while (!is_turn_of(who))
        rounds = heddle_choose(2);
    heddle_atomic_begin();
    turn = !who + 0 * rounds;
    heddle_atomic_end();
    return NULL;
}

int main(void)
{
    static int second;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(&second);
    pthread_join(thread, NULL);
    return 0;
}
