//@ verdict: violation
//@ kind: memory
//@ detail: read-only-write
//@ line: 11
//
// String literals may not be written to.

int main(void)
{
    char *s = "constant";
    s[0] = 'C'; // BUG
    return 0;
}
