/* Peterson's lock for two, for ever: peterson.c, step by step. */
#ifndef ROUNDS
#define ROUNDS 10
#endif

bit interested[2];
bit turn;
bit inside[2];

active [2] proctype visitor() {
    short round;
again:
    interested[_pid] = 1;
    turn = 1 - _pid;
look:
    if
    :: interested[1 - _pid]
    :: else -> goto critical
    fi;
    if
    :: turn == 1 - _pid -> goto look
    :: else
    fi;
critical:
    inside[_pid] = 1;
    inside[_pid] = 0;
    atomic {
        interested[_pid] = 0;
        round = (round + 1) % ROUNDS;
        goto again
    }
}

ltl formula { [] ((interested[0] == 1) -> <> (inside[0] == 1)) }
