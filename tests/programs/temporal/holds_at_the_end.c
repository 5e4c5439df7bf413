//@ verdict: verified
//@ options: --ltl 'F G done' --ltl '!done U done' --ltl 'G(done -> G done)'
//@ temporal: yes
//
// What holds at the end of a run holds for ever.

static int done;

int main(void)
{
    done = 1;
    return 0;
}
