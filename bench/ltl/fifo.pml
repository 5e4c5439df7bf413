/* A lock-free queue, for ever: fifo.c, step by step. */
#ifndef SLOTS
#define SLOTS 4
#endif
#ifndef MESSAGES
#define MESSAGES 8
#endif

byte items[SLOTS];
byte head, tail;
bit sent, received;

active proctype sender() {
    byte at, message;
again:
    if
    :: (at + 1) % SLOTS == head -> goto again
    :: else
    fi;
    items[at] = message;
    atomic {
        at = (at + 1) % SLOTS;
        tail = at
    }
    atomic {
        sent = (message == 0);
        message = (message + 1) % MESSAGES;
        goto again
    }
}

active proctype receiver() {
    byte at, message;
again:
    if
    :: at == tail -> goto again
    :: else
    fi;
    message = items[at];
    atomic {
        at = (at + 1) % SLOTS;
        head = at
    }
    atomic {
        received = (message == 0);
        message = 0;
        goto again
    }
}

ltl formula { [] ((sent == 1) -> <> (received == 1)) }
