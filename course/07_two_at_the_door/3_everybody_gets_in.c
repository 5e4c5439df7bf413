//@ requirement: Whoever wants to enter does so some day, though the other comes back again and again
//@ options: --fair --ltl 'G(first_wants -> F first_inside)' --ltl 'G(second_wants -> F second_inside)'
//@ hint: In the cycle, one thread comes and goes, and the other looks only when the door is shut.
//@ hint: Whoever comes gives the turn to the other one, so that it cannot overtake twice.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void enter(int me);
void leave(int me);

static atomic_int first_wants, first_inside, second_wants, second_inside;

static void *first(void *unused)
{
    for (;;) {
        first_wants = 1;
        enter(0);
        first_wants = 0;
        first_inside = 1;
        first_inside = 0;
        leave(0);
    }
    return unused;
}

static void *second(void *unused)
{
    for (;;) {
        second_wants = 1;
        enter(1);
        second_wants = 0;
        second_inside = 1;
        second_inside = 0;
        leave(1);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, second, NULL);
    first(NULL);
    pthread_join(thread, NULL);
}
