//@ verdict: unknown
//@ reason: counter
//
// An inline function that uses a variable of its file, which C does not allow: its definition
// is not of use elsewhere, and heddle says so.

static int counter;

inline int next(void)
{
    return ++counter;
}

int main(void)
{
    counter = 1;
    return next() + counter;
}
