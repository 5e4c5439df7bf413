//@ verdict: verified
//@ output: native
//
// A small stack machine dispatched by computed goto (indirectbr), with labels in
// a static table.

#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SWAP, JUMP_IF, DEC, PRINT, HALT };

static int run(const int *code)
{
    static void *const labels[] = {&&push, &&add, &&mul, &&dup, &&swap, &&jump_if, &&dec, &&print, &&halt};
    int stack[16], *top = stack, steps = 0;
    const int *pc = code;
#define NEXT                                                                                                                         \
    do {                                                                                                                             \
        steps++;                                                                                                                     \
        goto *labels[*pc++];                                                                                                         \
    } while (0)
    NEXT;
push:
    *top++ = *pc++;
    NEXT;
add:
    top--;
    top[-1] += *top;
    NEXT;
mul:
    top--;
    top[-1] *= *top;
    NEXT;
dup:
    *top = top[-1];
    top++;
    NEXT;
swap : {
    int t = top[-1];
    top[-1] = top[-2];
    top[-2] = t;
}
    NEXT;
jump_if:
    pc = top[-1] != 0 ? code + *pc : pc + 1;
    NEXT;
dec:
    top[-1]--;
    NEXT;
print:
    printf("%d\n", *--top);
    NEXT;
halt:
    return steps;
}

int main(void)
{
    // counts down from 7, then prints 2^7 by doubling
    static const int countdown[] = {PUSH, 7, DUP, PRINT, DEC, JUMP_IF, 2, PRINT, HALT};
    static const int doubling[] = {PUSH, 1, PUSH, 7, SWAP, PUSH, 2, MUL, SWAP, DEC, JUMP_IF, 4, PRINT, PRINT, HALT};
    printf("%d steps\n", run(countdown));
    printf("%d steps\n", run(doubling));
    static const int sums[] = {PUSH, 2, PUSH, 3, ADD, DUP, MUL, PRINT, HALT};
    printf("%d steps\n", run(sums));
    return 0;
}
