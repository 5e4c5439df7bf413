/* The filter lock: filter.c, step by step. What is local to a thread is done together with
   the access before it, and local variables that are not needed are 0. */
#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte level[THREADS];
byte victim[THREADS];
bit inside[THREADS];

/* The first of the others, and the one after k. */
#define FIRST (me == 0 -> 1 : 0)
#define NEXT (k + 1 == me -> k + 2 : k + 1)

/* Thread k does not hold us back: on to the next one, the next level, the lock. */
#define PASS                                                                                      \
    k = NEXT;                                                                                     \
    if                                                                                            \
    :: k < THREADS -> goto look                                                                   \
    :: else ->                                                                                    \
        k = 0;                                                                                    \
        if                                                                                        \
        :: l < THREADS - 1 -> l++; goto climb                                                     \
        :: else -> l = 0; goto critical                                                           \
        fi                                                                                        \
    fi

proctype visitor(byte me) {
    byte l = 1;
    byte k;
    byte round;
climb:
    level[me] = l;
    atomic { victim[l] = me; k = FIRST }
look:
    atomic {
        if
        :: level[k] >= l
        :: else -> PASS
        fi
    }
    atomic {
        if
        :: victim[l] == me -> goto look
        :: else -> PASS
        fi
    }
critical:
    atomic { inside[me] = 1; k = FIRST }
check:
    atomic {
        assert(!inside[k]);
        k = NEXT;
        if
        :: k < THREADS -> goto check
        :: else -> k = 0
        fi
    }
    inside[me] = 0;
    atomic {
        level[me] = 0;
        round++;
        if
        :: round < ROUNDS -> l = 1; goto climb
        :: else -> round = 0
        fi
    }
}

init {
    byte i;
    atomic {
        do
        :: i < THREADS -> run visitor(i); i++
        :: else -> break
        od;
        i = 0
    }
    _nr_pr == 1
}
