//@ verdict: violation
//@ kind: assertion
//@ line: 14
//
// A call of reach_error is the violation, although the program gives it an empty body.

void reach_error(void) {}

static int twice(int n) { return n + n; }

int main(void)
{
    if (twice(21) == 42)
        reach_error(); // BUG
    return 0;
}
