//@ verdict: verified
//@ properties: deadlock
//@ note: no run ends
//@ symbolic: bounded, loop
//@ unwind: 2
//
// Where spin deadlocks are not looked for, it is said that no run ends.

static volatile int is_over;

int main(void)
{
    while (!is_over)
        continue;
    return 0;
}
