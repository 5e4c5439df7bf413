/* A bounded buffer: buffer.c, step by step. A condition variable is the set of those who
   wait; a signal takes any one of them out, who then waits for the mutex. */
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif

bit mutex;
byte not_full;
byte not_empty;
byte slots[CAPACITY];
byte head;
byte tail;
byte count;
short total;

#define LOCK atomic { mutex == 0 -> mutex = 1 }
#define WAIT(condition)                                                                           \
    atomic { condition = condition | (1 << me); mutex = 0 };                                      \
    atomic { (condition & (1 << me)) == 0 && mutex == 0 -> mutex = 1 }
#define SIGNAL(condition)                                                                         \
    if                                                                                            \
    :: condition & 1 -> condition = condition & ~1                                                \
    :: condition & 2 -> condition = condition & ~2                                                \
    :: condition & 4 -> condition = condition & ~4                                                \
    :: condition & 8 -> condition = condition & ~8                                                \
    :: else                                                                                       \
    fi

proctype producer(byte me) {
    byte item = 1;
    short x;
again:
    LOCK;
look:
    if
    :: count == CAPACITY -> WAIT(not_full); goto look
    :: else
    fi;
    x = tail;
    atomic { slots[x] = item; x = 0 }
    x = tail;
    atomic { tail = (x + 1) % CAPACITY; x = 0 }
    x = count;
    atomic { count = x + 1; x = 0 }
    atomic { SIGNAL(not_empty) }
    atomic {
        mutex = 0;
        item++;
        if
        :: item <= ITEMS -> goto again
        :: else -> item = 0
        fi
    }
}

proctype consumer(byte me) {
    byte i;
    short x;
    short y;
again:
    LOCK;
look:
    if
    :: count == 0 -> WAIT(not_empty); goto look
    :: else
    fi;
    x = head;
    atomic { x = slots[x] }
    y = total;
    atomic { total = y + x; x = 0; y = 0 }
    x = head;
    atomic { head = (x + 1) % CAPACITY; x = 0 }
    x = count;
    atomic { count = x - 1; x = 0 }
    atomic { SIGNAL(not_full) }
    atomic {
        mutex = 0;
        i++;
        if
        :: i < ITEMS -> goto again
        :: else -> i = 0
        fi
    }
}

init {
    atomic {
        run producer(0);
        run producer(1);
        run consumer(2);
        run consumer(3)
    }
    _nr_pr == 1;
    assert(total == ITEMS * (ITEMS + 1))
}
