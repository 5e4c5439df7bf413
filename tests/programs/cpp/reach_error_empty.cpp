//@ verdict: violation
//@ kind: assertion
//@ line: 14
//@ clang: -O1
//
// A call of reach_error is the violation in C++, too, whichever linkage it has.

static void reach_error() {}
extern "C" void __VERIFIER_error() {}

int main(int count, char **)
{
    if (count < 0) __VERIFIER_error();
    if (count == 1) reach_error(); // BUG
    return 0;
}
