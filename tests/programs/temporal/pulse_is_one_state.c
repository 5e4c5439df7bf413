//@ verdict: verified
//@ options: --ltl 'F(ping && F(!ping && F ping))' --ltl 'G(ping -> F !ping)' --ltl 'G !(ping && pong)'
//@ temporal: yes
//
// A proposition of ap() holds in one state: whatever is done next ends it.

#include <heddle.h>

int main(void)
{
    ap(ping);
    ap(pong);
    ap(ping);
    return 0;
}
