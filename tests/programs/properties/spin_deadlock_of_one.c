//@ verdict: violation
//@ kind: spin-deadlock
//@ symbolic: bounded, loop
//@ unwind: 2
//
// There is nobody who could set the flag. A local variable that is passed by its address is nobody
// else's.

static volatile int is_over;

static int look(int *count)
{
    *count = (*count + 1) % 3;
    return is_over;
}

int main(void)
{
    int count = 0;
    while (!look(&count))
        continue;
    return 0;
}
