/* Peterson's lock for two: peterson.c, step by step. */
#ifndef ROUNDS
#define ROUNDS 10
#endif

bit interested[2];
bit turn;
bit inside[2];

proctype visitor(bit me) {
    short round;
again:
    interested[me] = 1;
    turn = 1 - me;
look:
    if
    :: interested[1 - me]
    :: else -> goto critical
    fi;
    if
    :: turn == 1 - me -> goto look
    :: else
    fi;
critical:
    inside[me] = 1;
    assert(!inside[1 - me]);
    inside[me] = 0;
    atomic {
        interested[me] = 0;
        round++;
        if
        :: round < ROUNDS -> goto again
        :: else -> round = 0
        fi
    }
}

init {
    atomic {
        run visitor(0);
        run visitor(1)
    }
    _nr_pr == 1
}
