//@ verdict: verified
//@ concurrent: yes
//@ symbolic: slow, thousands of rounds
//
// A loop that never ends comes back to a state after some thousand rounds.

static unsigned count, bits[3];

int main(void)
{
    for (;;) {
        count = (count + 1) % 3001;
        bits[count % 3] ^= 1;
    }
}
