// A parser that looks twice.
//
// A network card writes packets into a buffer, one over the other, whenever they come. The
// first byte says what kind of packet it is and how long: five bits and three. The driver
// copies a packet of a kind that it knows to where there is room for four bytes, so it looks
// at the length first, and then, to copy, once more. In the meantime it may be that of
// another packet. What comes over the wire is up to others:
//
//     heddle check --engine bmc examples/packet_parser.c
//     heddle check --engine bmc examples/packet_parser.c -- -DFIXED
//
// With -DFIXED the driver looks once.
//
// Expected: a violation, an access out of bounds; verified with -DFIXED.
//
//@ verdict: violation
//@ kind: memory
//@ detail: out-of-bounds
//@ line: 64
//@ options: --engine bmc

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

enum { LONGEST = 7, ROOM = 4, PACKETS = 2, ECHO = 8 };

static atomic_uchar buffer[1 + LONGEST];
static atomic_int arrived;
static unsigned char message[ROOM];

static unsigned kind_of(unsigned char header)
{
    return header >> 3;
}

static unsigned length_of(unsigned char header)
{
    return header & 7;
}

static void *card(void *unused)
{
    (void)unused;
    for (int packet = 0; packet < PACKETS; packet++) {
        for (int i = 0; i < 1 + LONGEST; i++)
            buffer[i] = __VERIFIER_nondet_uchar();
        arrived++;
    }
    return NULL;
}

static void parse(void)
{
    unsigned char header = buffer[0];
    if (kind_of(header) != ECHO || length_of(header) > ROOM)
        return;
#ifndef FIXED
    header = buffer[0];
#endif
    for (unsigned i = 0; i < length_of(header); i++)
        message[i] = buffer[1 + i]; // can fail
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, card, NULL);
    if (arrived > 0)
        parse();
    pthread_join(thread, NULL);
    return 0;
}
