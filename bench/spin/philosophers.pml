/* Dining philosophers, for ever: philosophers.c, step by step. */
#ifndef N
#define N 8
#endif

bit forks[N];
bit eating[N];

proctype philosopher(byte seat; byte first; byte second) {
again:
    atomic { forks[first] == 0 -> forks[first] = 1 }
    atomic { forks[second] == 0 -> forks[second] = 1 }
    eating[seat] = 1;
    assert(!eating[(seat + 1) % N]);
    assert(!eating[(seat + N - 1) % N]);
    eating[seat] = 0;
    forks[second] = 0;
    forks[first] = 0;
    goto again
}

init {
    byte i;
    atomic {
        do
        :: i < N - 1 -> run philosopher(i, i, i + 1); i++
        :: else -> break
        od;
        run philosopher(N - 1, 0, N - 1);
        i = 0
    }
    _nr_pr == 1
}
