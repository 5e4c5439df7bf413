//@ verdict: verified
//@ properties: memory,uninitialized
//
// Scopes that are entered by a jump: the variables are there all the same.

static int jump(int way)
{
    int *pointer;
    switch (way) {
        int number;
    case 0:
        number = 1;
        pointer = &number;
        return *pointer;
    default:
        number = way;
        pointer = &number;
        if (way < 3)
            goto inside;
        return *pointer;
    }
    {
        int other;
    inside:
        other = 7;
        pointer = &other;
        return *pointer;
    }
}

int main(void)
{
    return jump(0) + jump(1) + jump(5) - 13;
}
