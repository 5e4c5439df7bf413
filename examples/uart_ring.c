// A ring between an interrupt handler and a task.
//
// The handler of a UART puts the bytes that arrive into a ring, and a task takes them out.
// Both change `count`. The handler cannot be interrupted by the task, so it is one step; the
// task can be interrupted between any two instructions, unless it masks interrupts.
//
// Expected: verified. With -DUNMASKED the task's `count--` loses an increment of the handler's:
// it reads the old count, the handler adds a byte, and the task writes its own.
//
//@ verdict: verified
//@ options: --init reset --thread uart_isr --thread reader --invariant sound
//@ concurrent: yes

#include <heddle.h>

enum { SIZE = 2, BYTES = 3 };

static volatile unsigned char ring[SIZE];
static volatile unsigned head, tail, count, overruns;

static void reset(void)
{
    head = tail = count = overruns = 0;
}

// What cli and sei are on the target: nothing else runs in between.
static void mask_interrupts(void)
{
#ifndef UNMASKED
    heddle_atomic_begin();
#endif
}

static void unmask_interrupts(void)
{
#ifndef UNMASKED
    heddle_atomic_end();
#endif
}

// The interrupt: it comes three times, whenever it likes, and runs to its end each time.
static void uart_isr(void)
{
    for (unsigned char byte = 1; byte <= BYTES; byte++) {
        heddle_atomic_begin();
        if (count < SIZE) {
            ring[head++ % SIZE] = byte;
            count++;
        } else {
            overruns++;
        }
        heddle_atomic_end();
    }
}

static void reader(void)
{
    unsigned char last = 0;
    for (int tries = 0; tries < BYTES; tries++) {
        if (count == 0)
            continue;
        unsigned char byte = ring[tail % SIZE];
        heddle_assert(byte > last);
        last = byte;
        mask_interrupts();
        tail++;
        count--;
        unmask_interrupts();
    }
}

// In every state: nothing is counted that is not there, beside what is being taken out.
static int sound(void)
{
    unsigned there = head - tail;
    return there <= SIZE && (count == there || count == there + 1);
}
