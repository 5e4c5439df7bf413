//@ verdict: verified
//@ options: --ltl 'F in(work)' --ltl 'G(in(work) -> F !in(work))' --ltl '!in(work) U begun' --ltl 'F at(in_a_function.c:13)'
//@ temporal: yes
//
// Where threads are.

static volatile int begun, result;

static void work(void)
{
    int local = 1;
    local += 2;
    result = local;
}

int main(void)
{
    begun = 1;
    work();
    return 0;
}
