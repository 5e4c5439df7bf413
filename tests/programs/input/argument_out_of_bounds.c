//@ verdict: violation
//@ kind: memory
//@ line: 13
//@ options: --args 'ab'
//
// Reading beyond the end of an argument.

int main(int argc, char **argv)
{
    int n = 0;
    if (argc == 2)
        for (int i = 0; i < 4; i++)
            n += argv[1][i]; // BUG
    return n & 0;
}
