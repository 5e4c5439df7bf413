//@ verdict: violation
//@ kind: memory
//@ line: 11
//
// A call through a null function pointer.

static void (*handler)(void);

int main(void)
{
    handler(); // BUG
    return 0;
}
