//@ verdict: violation
//@ kind: overflow
//@ properties: default,overflow
//@ line: 11
//
// A shift by more bits than there are.

int main(int argc, char **argv)
{
    (void)argv;
    return (1 >> (argc + 39)) & 0; // BUG
}
