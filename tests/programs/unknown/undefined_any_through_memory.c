//@ verdict: unknown
//@ reason: nobody defines
//@ options: --undefined any
//
// A structure that is returned through memory would stay undefined, so such a function is
// refused all the same.

struct large {
    long numbers[8];
};

extern struct large measure(void);

int main(void)
{
    return measure().numbers[3] == 4;
}
