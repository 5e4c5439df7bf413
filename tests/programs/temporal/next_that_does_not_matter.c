//@ verdict: verified
//@ options: --ltl 'F(flag && X flag) || G !flag'
//@ temporal: yes
//
// X in a formula that cannot tell repetitions apart.

static volatile int flag;

int main(void)
{
    flag = 1;
    return 0;
}
