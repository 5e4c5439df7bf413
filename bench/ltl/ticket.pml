/* A ticket lock for N, for ever: ticket.c, step by step. */
#ifndef N
#define N 2
#endif

byte next_ticket, now_serving;
bit req, cs;

active [N] proctype customer() {
    byte ticket;
again:
    if
    :: _pid == 0 -> req = 1
    :: else
    fi;
    atomic {
        ticket = next_ticket;
        next_ticket++
    }
look:
    if
    :: now_serving != ticket -> goto look
    :: else
    fi;
    if
    :: _pid == 0 ->
        cs = 1;
        cs = 0;
        req = 0
    :: else
    fi;
    atomic {
        now_serving++;
        ticket = 0;
        goto again
    }
}

ltl formula { [] ((req == 1) -> <> (cs == 1)) }
