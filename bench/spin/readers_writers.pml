/* Readers and writers: readers_writers.c, step by step. */
#ifndef ROUNDS
#define ROUNDS 2
#endif

bit counting;
bit room = 1;
byte readers;
short first;
short second;

proctype reader() {
    byte round;
    short x;
again:
    atomic { counting == 0 -> counting = 1 }
    x = readers;
    atomic {
        readers = x + 1;
        if
        :: x == 0 -> goto enter
        :: else -> x = 0; goto entered
        fi
    }
enter:
    atomic { room == 1 -> room = 0 }
entered:
    counting = 0;
    x = first;
    atomic { assert(x == second); x = 0 }
    atomic { counting == 0 -> counting = 1 }
    x = readers;
    atomic {
        readers = x - 1;
        if
        :: x == 1 -> x = 0; goto leave
        :: else -> x = 0; goto left
        fi
    }
leave:
    room = 1;
left:
    atomic {
        counting = 0;
        round++;
        if
        :: round < ROUNDS -> goto again
        :: else -> round = 0
        fi
    }
}

proctype writer() {
    byte round;
    short x;
again:
    atomic { room == 1 -> room = 0 }
    x = first;
    atomic { first = x + 1; x = 0 }
    x = second;
    atomic { second = x + 1; x = 0 }
    atomic {
        room = 1;
        round++;
        if
        :: round < ROUNDS -> goto again
        :: else -> round = 0
        fi
    }
}

init {
    atomic {
        run reader();
        run reader();
        run writer();
        run writer()
    }
    _nr_pr == 1;
    assert(first == 2 * ROUNDS && second == 2 * ROUNDS)
}
