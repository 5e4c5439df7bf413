/* N philosophers for ever, forks are ticket locks: philosophers.c, step by step. */
#ifndef N
#define N 3
#endif
#define TICKETS 4

byte next_ticket[N], now_serving[N];
bit hungry, eating;

active [N] proctype philosopher() {
    byte ticket, first, second;
    d_step {
        if
        :: _pid < (_pid + 1) % N -> first = _pid; second = (_pid + 1) % N
        :: else -> first = (_pid + 1) % N; second = _pid
        fi
    }
again:
    if
    :: _pid == 0 -> hungry = 1
    :: else
    fi;
    atomic {
        ticket = next_ticket[first];
        next_ticket[first] = (ticket + 1) % TICKETS
    }
look_first:
    if
    :: now_serving[first] != ticket -> goto look_first
    :: else
    fi;
    atomic {
        ticket = next_ticket[second];
        next_ticket[second] = (ticket + 1) % TICKETS
    }
look_second:
    if
    :: now_serving[second] != ticket -> goto look_second
    :: else
    fi;
    if
    :: _pid == 0 ->
        eating = 1;
        eating = 0;
        hungry = 0
    :: else
    fi;
    now_serving[second] = (now_serving[second] + 1) % TICKETS;
    atomic {
        now_serving[first] = (now_serving[first] + 1) % TICKETS;
        ticket = 0;
        goto again
    }
}

ltl formula { [] ((hungry == 1) -> <> (eating == 1)) }
